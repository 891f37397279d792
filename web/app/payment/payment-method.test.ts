import { describe, expect, it } from 'vitest';
import { newMethodKey, normalizedPreview, paymentMethodSchema } from './payment-method.ts';

describe('a payment method as it is typed [R5]', () => {
  it('shows the result, and why it is invalid', () => {
    const cashtag = { service: '', name: '', url: '$ada' };
    expect(normalizedPreview(cashtag)).toBe('Will be added as Cash App: https://cash.app/$ada');
    expect(paymentMethodSchema.parse(cashtag).service).toBe('Cash App');
    const wrong = { ...cashtag, service: 'PayPal' };
    expect(normalizedPreview(wrong)).toBeUndefined();
    expect(paymentMethodSchema.safeParse(wrong).error?.issues).toMatchObject([
      { path: ['url'], message: 'PayPal needs a link like https://paypal.me/yourname' },
    ]);
  });

  it('has the typed name if the service is not a known one', () => {
    const other = { service: 'Other', name: 'My bank', url: 'https://bank.example.org/ada' };
    expect(paymentMethodSchema.parse(other).service).toBe('My bank');
    expect(paymentMethodSchema.parse({ ...other, name: '' }).service).toBe('Other');
    // A name that was typed before another service was chosen is ignored.
    expect(paymentMethodSchema.parse({ ...other, service: '' }).service).toBe('Other');
  });

  it.each(['PayPal', '銀行', '__proto__', ''])(
    'of %j has a key that the contract accepts',
    (service) => {
      const key = newMethodKey({ service, url: 'https://example.org/' });
      expect(key).toMatch(/^[a-z0-9][a-z0-9_-]{0,39}$/);
    },
  );
});
