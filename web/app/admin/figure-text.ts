const LOCALE = 'en-US';

/** '12,345'. */
export function countWords(count: number): string {
  return count.toLocaleString(LOCALE);
}

/** '$12,345.60' or '$0', unlike a job's pay; without a currency the bare number. */
export function sumText(sum: number, currency: string | undefined): string {
  const digits = Number.isInteger(sum) ? 0 : 2;
  const money = currency ? ({ style: 'currency', currency } as const) : {};
  return new Intl.NumberFormat(LOCALE, {
    ...money,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(sum);
}
