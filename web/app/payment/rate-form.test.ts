import { describe, expect, it } from 'vitest';
import { rateFormSchema, rateValuesOf } from './rate-form.ts';

const typed = (given: Partial<ReturnType<typeof rateValuesOf>>) => ({
  payment_preference: 'hourly_rate' as const,
  hourly_rate_amount: '',
  fixed_rate_amount: '',
  ...given,
});

describe('a rate as it is typed [R6]', () => {
  it.each([
    ['', null],
    ['20', 20],
    ['20,5', 20.5],
  ])('%j an hour is sent as %s', (hourly_rate_amount, sent) => {
    expect(rateFormSchema.parse(typed({ hourly_rate_amount }))).toEqual({
      payment_preference: 'hourly_rate',
      hourly_rate_amount: sent,
      fixed_rate_amount: null,
    });
  });

  it('is validated only where it is visible', () => {
    const values = { hourly_rate_amount: '1.25', fixed_rate_amount: '-3' };
    const problems = (payment_preference: 'hourly_rate' | 'fixed_rate' | 'negotiable' | '') =>
      rateFormSchema
        .safeParse(typed({ payment_preference, ...values }))
        .error?.issues.map(({ path, message }) => [path[0], message]);
    expect(problems('hourly_rate')).toEqual([['hourly_rate_amount', 'Use steps of 0.50']]);
    expect(problems('fixed_rate')?.[0]).toEqual([
      'fixed_rate_amount',
      'The amount cannot be negative',
    ]);
    expect(problems('negotiable')).toBeUndefined();
    expect(problems('')).toBeUndefined();
  });

  it('is shown as it is stored', () => {
    const kept = {
      payment_preference: null,
      hourly_rate_amount: null,
      fixed_rate_amount: 40,
    } as const;
    expect(rateValuesOf(kept)).toEqual({
      payment_preference: '',
      hourly_rate_amount: '',
      fixed_rate_amount: '40',
    });
  });
});
