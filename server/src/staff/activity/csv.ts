/**
 * One line of a CSV file (RFC 4180). Cells that a spreadsheet would treat as a formula get an
 * apostrophe: anybody can choose names and reasons.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Where a spreadsheet would read a formula: at the beginning of a cell, and after a semicolon or a
 * tab, because in some languages these separate the cells of a file, even inside quotes. Full-width
 * signs count as well.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\s\u00a0]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

function csvCell(cell: string | null): string {
  const text = cell ?? '';
  const safe = text.replace(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
