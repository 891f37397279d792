import type { ProfileEditInput } from '@kindpal/contract/member/schema';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const joins = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, { role: 'pet_sitter', ...given });

async function save(member: TestMember, edit: ProfileEditInput) {
  const saved = await kindpal.callerFor(member).member.update({ id: member.id, ...edit });
  if (saved.view !== 'self') throw new Error('not the own view');
  return saved;
}

describe('a member’s payment method [R5]', () => {
  it('is added, converted, and removed', async () => {
    const member = await joins();
    const { completeness } = await save(member, { payment_links: { a: { url: '$ada' } } });
    expect(completeness.missing.map(({ field }) => field)).not.toContain('payment_links');
    const both = await save(member, {
      payment_links: { b: { service: 'venmo', url: '@ada', username: 'made up' } },
    });
    expect(both.payment_links).toEqual({
      a: { service: 'Cash App', url: 'https://cash.app/$ada', username: '$ada' },
      b: { service: 'Venmo', url: 'https://venmo.com/u/ada', username: '@ada' },
    });
    // Sent back unchanged, it stays the same.
    expect(await save(member, { payment_links: both.payment_links })).toEqual(both);
    const left = await save(member, { payment_links: { a: null } });
    expect(left.payment_links).toEqual({ b: both.payment_links.b });
  });

  it('shows the owner of a job the current cashtag [J8]', async () => {
    const { db } = kindpal.services;
    const [sitter, owner] = [await joins(), await joins({ role: 'pet_owner' })];
    const { job } = await createClaim(db, {
      job: await createJob(db, { owner_id: owner.id }),
      sitter_id: sitter.id,
    });
    const payout = async () => {
      const seen = await kindpal.callerFor(owner).job.get({ id: job.id });
      return 'payout' in seen ? seen.payout : null;
    };
    await save(sitter, { payment_links: { cash: { url: '$walks' } } });
    expect(await payout()).toEqual({
      handle: '$walks',
      links: [{ service: 'Cash App', url: 'https://cash.app/$walks', username: '$walks' }],
    });
    await save(sitter, { payment_links: { cash: { url: 'https://paypal.me/walks' } } });
    expect(await payout()).toMatchObject({ handle: null, links: [{ service: 'PayPal' }] });
  });

  it('comes after those added before, for the member and for a job’s owner [J8]', async () => {
    const { db } = kindpal.services;
    const [sitter, owner] = [await joins(), await joins({ role: 'pet_owner' })];
    await save(sitter, { payment_links: { first: { url: '$walks' } } });
    const { payment_links } = await save(sitter, {
      payment_links: { b: { service: 'venmo', url: '@walks' } },
    });
    // PostgreSQL stores the shorter key first.
    expect(Object.keys(payment_links)).toEqual(['first', 'b']);
    const { job } = await createClaim(db, {
      job: await createJob(db, { owner_id: owner.id }),
      sitter_id: sitter.id,
    });
    const seen = await kindpal.callerFor(owner).job.get({ id: job.id });
    const links = 'payout' in seen ? seen.payout?.links : undefined;
    expect(links?.map(({ service }) => service)).toEqual(['Cash App', 'Venmo']);
  });

  it('is refused with the reason if invalid, and nothing is stored', async () => {
    const member = await joins();
    const urls = [
      '',
      'javascript:alert(1)',
      'https://paypal.me@example.org/x',
      `https://example.org/${'x'.repeat(100_000)}`,
      '🐕',
      '\u202Epaypal.me/x',
    ];
    for (const url of urls) {
      const refused = await errorOf(
        save(member, { bio: 'New.', payment_links: { a: { service: 'PayPal', url } } }),
      );
      expect(refused.code, url.slice(0, 40)).toBe('INVALID_INPUT');
    }
    const service = '<b>My bank</b>';
    const { payment_links, bio } = await save(member, {
      payment_links: { a: { service, url: 'https://bank.example.org/ada' } },
    });
    expect(bio).toBeNull();
    expect(payment_links.a).toEqual({
      service: 'bMy bank/b',
      url: 'https://bank.example.org/ada',
    });
  });

  it('is unique, and one of ten at most', async () => {
    const member = await joins();
    await save(member, { payment_links: { a: { url: '$ada' } } });
    const again = await errorOf(save(member, { payment_links: { b: { url: 'cash.app/$ada' } } }));
    expect(again).toMatchObject({
      code: 'INVALID_INPUT',
      data: { fields: [{ path: 'payment_links', message: 'You have added this one already' }] },
    });
    const more = Object.fromEntries(
      [...Array(10).keys()].map((n) => [`k${n}`, { url: `$ada${n}` }]),
    );
    expect(await refusalOf(save(member, { payment_links: more }))).toBe('INVALID_INPUT');
  });

  it('is stored from each of many tabs adding at the same time', async () => {
    const member = await joins();
    const tabs = [...Array(8).keys()].map((n) =>
      outcomeOf(save(member, { payment_links: { [`tab${n}`]: { url: `$ada${n}` } } })),
    );
    expect(new Set(await Promise.all(tabs))).toEqual(new Set(['ok']));
    const { payment_links } = await save(member, {});
    expect(Object.keys(payment_links)).toHaveLength(8);
  });

  it('can be changed by nobody else [S6]', async () => {
    const [member, staff] = [await joins(), await joins({ app_role: 'super_admin' })];
    const edit = { id: member.id, payment_links: { a: { url: '$eve' } } };
    expect(await refusalOf(kindpal.callerFor(staff).member.update(edit))).toBe('FORBIDDEN');
  });
});

describe('a sitter’s rate [R6]', () => {
  it('keeps the amount of the preference and clears the other', async () => {
    const sitter = await joins({ role: 'both' });
    const rates = { hourly_rate_amount: 20.5, fixed_rate_amount: 60 };
    const hourly = await save(sitter, { payment_preference: 'hourly_rate', ...rates });
    expect(hourly).toMatchObject({
      payment_preference: 'hourly_rate',
      hourly_rate_amount: 20.5,
      fixed_rate_amount: null,
    });
    expect(hourly.completeness.missing.map(({ field }) => field)).not.toContain('rate_amount');
    expect(await save(sitter, { payment_preference: 'fixed_rate', ...rates })).toMatchObject({
      hourly_rate_amount: null,
      fixed_rate_amount: 60,
    });
    expect(await save(sitter, { fixed_rate_amount: null })).toMatchObject({
      payment_preference: 'fixed_rate',
      fixed_rate_amount: null,
    });
    for (const payment_preference of ['negotiable', null] as const) {
      expect(await save(sitter, { payment_preference, ...rates })).toMatchObject({
        payment_preference,
        hourly_rate_amount: null,
        fixed_rate_amount: null,
      });
    }
  });

  it('is set in steps, and nothing else is valid', async () => {
    const sitter = await joins();
    for (const hourly_rate_amount of [0.25, -1, Number.NaN, 1e300, '20']) {
      const edit = { payment_preference: 'hourly_rate', hourly_rate_amount } as ProfileEditInput;
      expect(await refusalOf(save(sitter, edit))).toBe('INVALID_INPUT');
    }
    expect(await refusalOf(save(sitter, { fixed_rate_amount: 0.5 }))).toBe('INVALID_INPUT');
  });
});

test('an owner has no rate [R6] [S6]', async () => {
  const owner = await joins({ role: 'pet_owner' });
  expect(await refusalOf(save(owner, { payment_preference: 'negotiable' }))).toBe('FORBIDDEN');
  expect(await refusalOf(save(owner, { hourly_rate_amount: 20 }))).toBe('FORBIDDEN');
});
