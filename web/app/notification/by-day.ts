import { formatDate } from '~/lib/format.ts';

type Day<Row> = { label: string; rows: Row[] };

const DAY_MS = 86_400_000;

export const TODAY = 'Today';

/**
 * 'Today', 'Yesterday', 'Sat, Nov 22', or for another year 'Sat, Nov 22, 2025', in the viewer's
 * time zone.
 */
function dayLabel(at: string, now: number): string {
  const day = formatDate(at);
  if (day === formatDate(now)) return TODAY;
  if (day === formatDate(now - DAY_MS)) return 'Yesterday';
  return day;
}

/** Groups rows, which are ordered newest first, by day. */
export function byDay<Row extends { created_at: string }>(
  rows: Row[],
  now = Date.now(),
): Day<Row>[] {
  const days: Day<Row>[] = [];
  for (const row of rows) {
    const label = dayLabel(row.created_at, now);
    const last = days.at(-1);
    if (last?.label === label) last.rows.push(row);
    else days.push({ label, rows: [row] });
  }
  return days;
}
