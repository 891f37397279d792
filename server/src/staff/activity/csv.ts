/**
 * One line of a CSV file (RFC 4180). Cells that a spreadsheet would treat as a formula get an
 * apostrophe: anybody can choose names and reasons.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** In some languages spreadsheets accept full-width signs as well. */
const FORMULA = /^[\s\u00a0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

function csvCell(cell: string | null): string {
  const text = cell ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
