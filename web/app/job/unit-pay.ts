type Pay = {
  total: number;
  /** As the owner typed it; null or 0 if they left it empty. */
  hourly: number | null;
  nights: number;
  minutes: number;
};

/**
 * The pay per hour or night, as '$55 a night': the typed rate, or calculated from the total. Null
 * for a favor, and if it would only repeat the total. [J1] [J2]
 */
export function unitPay(pay: Pay, money: (amount: number) => string): string | null {
  const { total, hourly, nights, minutes } = pay;
  if (!(total > 0)) return null;
  if (hourly !== null && hourly > 0) return `${money(hourly)} an hour`;
  const per = (count: number) => money(Math.round((total / count) * 100) / 100);
  if (nights > 1) return `${per(nights)} a night`;
  return nights === 0 && minutes > 60 ? `${per(minutes / 60)} an hour` : null;
}
