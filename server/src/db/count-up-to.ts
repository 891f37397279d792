/** SQL that counts `rows` (a FROM clause) and stops at `most`. */
export function countUpTo(most: number, rows: string): string {
  return `(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${most}) counted)`;
}
