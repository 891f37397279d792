import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentLink, PaymentLinks } from './rules.ts';
import {
  cashAppHandleOf,
  inOrderAdded,
  keepRates,
  mergePaymentLinks,
  readPaymentLink,
} from './rules.ts';
import { paymentChangesSchema, rateSchema } from './schema.ts';

const read = (url: string, service = '') => {
  const result = readPaymentLink({ service, url });
  return 'link' in result ? `${result.link.service} ${result.link.url}` : result.problem;
};

const PAYPAL = 'PayPal needs a link like https://paypal.me/yourname';
const CASH_APP = 'Cash App needs a $cashtag, or a link like https://cash.app/$yourname';
const VENMO = 'Venmo needs an @name, or a link like https://venmo.com/u/yourname';
const OTHER = 'Other services need a link that begins with https:// or http://';

describe('a payment method as typed [R5]', () => {
  it.each([
    ['https://paypal.me/ada', '', 'PayPal https://paypal.me/ada'],
    ['paypal.me/ada', '', 'PayPal https://paypal.me/ada'],
    ['http://www.paypal.com/paypalme/ada/', '', 'PayPal https://paypal.me/ada'],
    ['https://PayPal.me/Ada?locale.x=en_US', 'paypal', 'PayPal https://paypal.me/Ada'],
    ['$ada', '', 'Cash App https://cash.app/$ada'],
    [' $ada ', 'cash app', 'Cash App https://cash.app/$ada'],
    ['https://cash.app/$ada', '', 'Cash App https://cash.app/$ada'],
    ['cash.app/%24ada', '', 'Cash App https://cash.app/$ada'],
    ['https://cash.app/ada', '', 'Cash App https://cash.app/$ada'],
    ['@ada-stone', '', 'Venmo https://venmo.com/u/ada-stone'],
    ['https://venmo.com/ada', '', 'Venmo https://venmo.com/u/ada'],
    ['https://account.venmo.com/u/ada', 'Venmo', 'Venmo https://venmo.com/u/ada'],
    ['https://pay.example.org/ada?x=1', '', 'Other https://pay.example.org/ada?x=1'],
    ['http://pay.example.org', 'My bank', 'My bank http://pay.example.org/'],
  ])('%j (service %j) is %s', (entry, service, kept) => {
    expect(read(entry, service)).toBe(kept);
  });

  it.each([
    ['', '', 'Please enter a link, a $cashtag or an @name'],
    ['   ', 'PayPal', 'Please enter a link, a $cashtag or an @name'],
    ['$ada', 'PayPal', PAYPAL],
    ['@ada', 'Cash App', CASH_APP],
    ['$ada', 'Venmo', VENMO],
    ['$', '', CASH_APP],
    ['@', '', VENMO],
    ['@..', '', VENMO],
    ['https://venmo.com/u/', '', VENMO],
    ['$ada lovelace', '', CASH_APP],
    ['$../../x', '', CASH_APP],
    ['https://paypal.com/signin', '', PAYPAL],
    ['https://paypal.me/', '', PAYPAL],
    ['https://paypal.me.example.org/ada', 'PayPal', PAYPAL],
    ['https://paypal.me:8443/ada', 'PayPal', PAYPAL],
    ['https://evilpaypal.me/ada', 'PayPal', PAYPAL],
    ['https://example.org/paypal.me/ada', 'PayPal', PAYPAL],
    ['https://cash.app/', '', CASH_APP],
    ['ada', '', OTHER],
    ['pay.example.org/ada', '', OTHER],
    ['ada@example.org', '', OTHER],
    ['javascript:alert(1)', '', OTHER],
    ['data:text/html,hi', 'My bank', OTHER],
    ['ftp://example.org/ada', '', OTHER],
    ['https://paypal.me@example.org/ada', '', OTHER],
    ['https://@example.org/ada', '', OTHER],
    ['https://user:pass@paypal.me/ada', 'PayPal', PAYPAL],
    ['https:\\\\paypal.me\\ada', '', OTHER],
    ['https://localhost/ada', '', OTHER],
    ['https://127.0.0.1/ada', '', OTHER],
    ['https://[::1]/ada', '', OTHER],
    ['https://exa\u202Emple.org/ada', '', OTHER],
    ['https://pаypal.me/ada', '', OTHER],
    ['https://paypal.me/ada\0', 'PayPal', PAYPAL],
    ['https://paypal.me/<script>', '', OTHER],
  ])('%j (service %j) is not added: %s', (entry, service, said) => {
    expect(read(entry, service)).toBe(said);
  });

  it('stays the same when parsed again', () => {
    const entries = fc.oneof(
      fc.string(),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.stringMatching(/^[$@][A-Za-z0-9._-]{1,20}$/),
    );
    const services = fc.constantFrom('', 'PayPal', 'cashapp', 'Venmo', 'Other', 'Zelle');
    fc.assert(
      fc.property(entries, services, (url, service) => {
        const once = readPaymentLink({ service, url });
        if (!('link' in once)) return;
        expect(once.link.url).toMatch(/^https?:\/\/[a-z0-9.-]+(:\d+)?\//);
        expect(readPaymentLink(once.link)).toEqual(once);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the payment methods of a member [R5]', () => {
  const paypal = { service: 'PayPal', url: 'https://paypal.me/ada' };
  const cash = { service: 'Cash App', url: 'https://cash.app/$ada' };

  it('keep what a change omits, and lose what it removes', () => {
    expect(mergePaymentLinks({ a: paypal }, { b: cash })).toEqual({
      links: { a: paypal, b: { ...cash, order: 1 } },
    });
    expect(mergePaymentLinks({ a: paypal, b: cash }, { a: null, x: null })).toEqual({
      links: { b: cash },
    });
  });

  it('stay in the order they were added, whatever their keys', () => {
    const venmo = { service: 'Venmo', url: 'https://venmo.com/u/ada' };
    let kept: PaymentLinks = {};
    const changes: Record<string, PaymentLink | null>[] = [
      { z: paypal },
      { long_key: cash },
      { a: venmo },
      { z: null },
    ];
    for (const change of changes) {
      const merged = mergePaymentLinks(kept, change);
      kept = 'links' in merged ? merged.links : {};
    }
    const again = mergePaymentLinks(kept, { z: paypal, long_key: cash });
    const links = 'links' in again ? again.links : {};
    // jsonb orders keys by length, then alphabetically.
    const stored = Object.fromEntries(Object.entries(links).reverse());
    expect(inOrderAdded(stored).map(([key]) => key)).toEqual(['long_key', 'a', 'z']);
  });

  it('are unique, and ten at most', () => {
    expect(mergePaymentLinks({ a: paypal }, { b: paypal })).toEqual({
      problem: 'You have added this one already',
    });
    const many = Object.fromEntries(
      [...Array(11).keys()].map((n) => [`k${n}`, { ...paypal, url: `https://paypal.me/a${n}` }]),
    );
    expect(mergePaymentLinks({}, many)).toEqual({ problem: 'Up to 10 payment methods' });
  });

  it('include the cashtag shown to a job’s owner [J8]', () => {
    expect(cashAppHandleOf({ a: paypal, b: cash })).toBe('$ada');
    expect(cashAppHandleOf({ a: paypal })).toBeNull();
  });

  it.each([['__proto__'], [''], ['a b'], ['x'.repeat(41)], ['\0']])('have no key %j', (key) => {
    const changes = JSON.parse(`{${JSON.stringify(key)}:null}`);
    const read = paymentChangesSchema.safeParse(changes);
    expect(read.success && Object.keys(read.data).length > 0).toBe(false);
  });
});

describe('a rate [R6]', () => {
  const rates = { hourly_rate_amount: 20.5, fixed_rate_amount: 40 };

  it.each([
    ['hourly_rate', 20.5, null],
    ['fixed_rate', null, 40],
    ['negotiable', null, null],
    [null, null, null],
  ] as const)('of the preference %s keeps %s and %s', (payment_preference, hourly, fixed) => {
    expect(keepRates({ payment_preference, ...rates })).toEqual({
      payment_preference,
      hourly_rate_amount: hourly,
      fixed_rate_amount: fixed,
    });
  });

  it('is set in steps and is not negative', () => {
    const problem = (amount: unknown, step: number) =>
      rateSchema(step).safeParse(amount).error?.issues[0]?.message;
    for (const amount of [null, 0, 0.5, 17.5, 10_000]) expect(problem(amount, 0.5)).toBeUndefined();
    expect(problem(17.25, 0.5)).toBe('Use steps of 0.50');
    expect(problem(17.5, 1)).toBe('Use steps of 1.00');
    expect(problem(-0.5, 0.5)).toBe('The amount cannot be negative');
    expect(problem(Number.POSITIVE_INFINITY, 1)).toBeDefined();
    expect(problem(Number.NaN, 1)).toBe('Please enter an amount');
    expect(problem('12', 1)).toBe('Please enter an amount');
  });
});
