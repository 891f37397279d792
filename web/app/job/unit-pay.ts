type Pay = {
  total: number;
  /** As the owner typed it; null or 0 where they did not. */
  hourly: number | null;
  nights: number;
  minutes: number;
};

/**
 * What a job pays per hour or night, as '$55 a night': the typed rate, or what the total comes to.
 * Null for a favor, and where it would only repeat the total. [J1] [J2]
 */
export function unitPay(pay: Pay, money: (amount: number) => string): string | null {
  const { total, hourly, nights, minutes } = pay;
  if (!(total > 0)) return null;
  if (hourly !== null && hourly > 0) return `${money(hourly)} an hour`;
  const per = (count: number) => money(Math.round((total / count) * 100) / 100);
  if (nights > 1) return `${per(nights)} a night`;
  return nights === 0 && minutes > 60 ? `${per(minutes / 60)} an hour` : null;
}
