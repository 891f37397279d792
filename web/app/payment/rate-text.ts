import type { Rates } from '@kindpal/contract/payment/rules';

/** A sitter's rate as text; undefined without a preference. [R1] [R8] */
export function rateText(rates: Rates, money: (amount: number) => string): string | undefined {
  const { payment_preference, hourly_rate_amount, fixed_rate_amount } = rates;
  if (payment_preference === 'negotiable') return 'Negotiable';
  if (payment_preference === 'hourly_rate' && hourly_rate_amount !== null) {
    return `${money(hourly_rate_amount)} an hour`;
  }
  if (payment_preference === 'fixed_rate' && fixed_rate_amount !== null) {
    return `${money(fixed_rate_amount)} a job`;
  }
  return undefined;
}
