type Pay = {
  total: number;
  /** As the owner typed it; null or 0 if they left it empty. */
  hourly: number | null;
  nights: number;
  minutes: number;
};

/**
 * The pay per hour or night on one line, as '$55 a night': the typed rate, or calculated from the
 * total. Null for a favor, and if it would only repeat the total. [J1] [J2]
 */
export function unitPay(pay: Pay, money: (amount: number) => string): string | null {
  const { total, hourly, nights, minutes } = pay;
  if (!(total > 0)) return null;
  if (hourly !== null && hourly > 0) return `${money(hourly)}\u00a0an\u00a0hour`;
  const per = (count: number) => money(Math.round((total / count) * 100) / 100);
  if (nights > 1) return `${per(nights)}\u00a0a\u00a0night`;
  return nights === 0 && minutes > 60 ? `${per(minutes / 60)}\u00a0an\u00a0hour` : null;
}
