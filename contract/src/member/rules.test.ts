import { describe, expect, it } from 'vitest';
import {
  type CompletenessFacts,
  paymentServicesOf,
  profileCompleteness,
  shortName,
  splitName,
} from './rules.ts';

const full: CompletenessFacts = {
  role: 'pet_owner',
  first_name: 'A',
  last_name: 'B',
  bio: 'x'.repeat(50),
  location: 'Maplewood',
  phone: '1',
  profile_image_url: '/x',
  payment_links: { a: { service: 'PayPal', url: 'https://paypal.me/x' } },
  payment_preference: 'hourly_rate',
  hourly_rate_amount: 20,
  fixed_rate_amount: null,
  has_pet: true,
  has_availability: true,
};

describe('profile completeness [R7]', () => {
  it.each(['pet_owner', 'pet_sitter', 'both'] as const)('is 100 percent for a full %s', (role) => {
    expect(profileCompleteness({ ...full, role })).toEqual({
      percent: 100,
      is_complete: true,
      missing: [],
    });
  });

  it('weighs what is missing against what the role can earn', () => {
    // An owner can earn 15+15+20+15+15+10+5+10 = 105.
    expect(profileCompleteness({ ...full, phone: null }).percent).toBe(
      Math.round((100 / 105) * 100),
    );
    // A sitter can earn 15+15+25+15+15+10+5+15+10+10 = 135.
    const sitter = { ...full, role: 'pet_sitter' as const };
    expect(profileCompleteness({ ...sitter, has_availability: false }).percent).toBe(
      Math.round((125 / 135) * 100),
    );
  });

  it('is not complete while a required field is missing, whatever the percent', () => {
    const result = profileCompleteness({ ...full, has_pet: false });
    expect(result.percent).toBeGreaterThanOrEqual(80);
    expect(result.is_complete).toBe(false);
  });

  it('asks sitters for a longer bio than owners', () => {
    const bio = 'x'.repeat(20);
    expect(profileCompleteness({ ...full, bio }).missing).toEqual([]);
    expect(profileCompleteness({ ...full, bio, role: 'both' }).missing).toHaveLength(1);
    expect(profileCompleteness({ ...full, bio: 'x'.repeat(19) }).missing).toHaveLength(1);
  });

  it('requires the rate of the chosen preference, greater than 0', () => {
    const sitter = { ...full, role: 'pet_sitter' as const };
    const missing = (given: Partial<CompletenessFacts>) =>
      profileCompleteness({ ...sitter, ...given }).missing.map((part) => part.field);
    expect(missing({ hourly_rate_amount: 0 })).toEqual(['rate_amount']);
    expect(missing({ payment_preference: 'fixed_rate' })).toEqual(['rate_amount']);
    expect(missing({ payment_preference: 'fixed_rate', fixed_rate_amount: 10 })).toEqual([]);
    expect(missing({ payment_preference: 'negotiable', hourly_rate_amount: null })).toEqual([]);
    expect(missing({ payment_preference: null })).toEqual(['payment_preference', 'rate_amount']);
  });
});

describe('what visitors see of a member', () => {
  it.each([
    ['Maria Lopez', 'Maria L.'],
    ['Maria de la Cruz', 'Maria C.'],
    ['Cher', 'Cher'],
    ['  Ana   maría ', 'Ana M.'],
    ['Li 🐼', 'Li 🐼.'],
  ])('of %j is %j', (name, shown) => {
    expect(shortName(name)).toBe(shown);
  });
});

describe('how a sitter is paid, as others see it [R8]', () => {
  const link = (service: string) => ({ service, url: 'https://pay.example/me' });

  it('is the services by name, each once, in one order', () => {
    const links = { a: link('Venmo'), b: link(' paypal '), c: link('Venmo'), d: link('CASH APP') };
    expect(paymentServicesOf(links)).toEqual(['PayPal', 'Cash App', 'Venmo']);
    expect(paymentServicesOf({})).toEqual([]);
  });

  it('is never a custom name, which may contain a number', () => {
    expect(paymentServicesOf({ a: link('Zelle 555 0199'), b: link('') })).toEqual(['Other']);
  });
});

describe('the single name field of sign-up', () => {
  it.each([
    ['Maria Lopez', 'Maria', 'Lopez'],
    ['Maria de la Cruz', 'Maria de la', 'Cruz'],
    ['Cher', 'Cher', ''],
  ])('%j becomes %j and %j', (name, first_name, last_name) => {
    expect(splitName(name)).toEqual({ first_name, last_name });
  });
});
