/** A line of the table: a promise, and whether it was kept. */
export type Verdict = {
  promise: string;
  measured: string;
  /** The bare limit's figure in the same run, if any. */
  limit: string;
  /** The figure that is judged, with its limit. */
  ratio: string;
  kept: boolean;
};

/** A promise in one line, for while the others are measured. */
export function lineOf({ promise, measured, limit, ratio, kept }: Verdict): string {
  const cells = [promise, measured, limit, ratio].filter((cell) => cell !== '');
  return `  ${kept ? 'kept' : 'NOT KEPT'}: ${cells.join(' · ')}`;
}

/** Prints the table as Markdown, ready for the README. */
export function printVerdicts(verdicts: Verdict[]): void {
  const head = ['Promise', 'Measured', 'Bare limit', 'Ratio', 'Kept'];
  const lines = verdicts.map((v) => [
    v.promise,
    v.measured,
    v.limit,
    v.ratio,
    v.kept ? 'yes' : 'NO',
  ]);
  const widths = head.map((title, i) =>
    Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)),
  );
  const print = (cells: string[]) =>
    console.log(`| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`);
  print(head);
  print(widths.map((width) => '-'.repeat(width)));
  for (const line of lines) print(line);
}

/** Judges a figure that must be at least `least`. */
export function atLeast(ratio: number, least: number): Pick<Verdict, 'ratio' | 'kept'> {
  return { ratio: `${ratio.toFixed(2)} (≥ ${least})`, kept: ratio >= least };
}

/** Judges a figure that must be at most `most`. */
export function atMost(ratio: number, most: number): Pick<Verdict, 'ratio' | 'kept'> {
  return { ratio: `${ratio.toFixed(2)} (≤ ${most})`, kept: ratio <= most };
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the share `q` of the values lies. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1);
  return sorted[Math.max(0, at)] ?? Number.NaN;
}

export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en-US')}/s`;
export const milliseconds = (ms: number) => `${ms < 20 ? ms.toFixed(1) : Math.round(ms)} ms`;
