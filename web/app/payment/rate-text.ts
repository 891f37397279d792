import type { Rates } from '@kindpal/contract/payment/rules';

/** What a sitter takes, as owners read it; undefined while they have not said. [R1] [R8] */
export function rateText(rates: Rates, money: (amount: number) => string): string | undefined {
  const { payment_preference, hourly_rate_amount, fixed_rate_amount } = rates;
  if (payment_preference === 'negotiable') return 'Rate negotiable';
  if (payment_preference === 'hourly_rate' && hourly_rate_amount !== null) {
    return `${money(hourly_rate_amount)} an hour`;
  }
  if (payment_preference === 'fixed_rate' && fixed_rate_amount !== null) {
    return `${money(fixed_rate_amount)} a job`;
  }
  return undefined;
}
