/**
 * One line of a CSV file (RFC 4180). A cell that a spreadsheet would take for a formula begins with an
 * apostrophe: names and reasons are written by anybody.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** In some languages a spreadsheet takes the wide signs for the same. */
const FORMULA = /^[\s\u00a0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

function csvCell(cell: string | null): string {
  const text = cell ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
