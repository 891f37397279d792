import type { ModerationSummary } from '@kindpal/contract/moderation/schema';
import { SUMMARY_MIN } from '@kindpal/contract/moderation/summary';
import { minutesText } from '~/lib/counted.ts';

const FEW = `fewer than ${SUMMARY_MIN}`;
const CLOSED = 'closed without action';

/** '12 warnings', 'fewer than 5 bans'; null for none. */
function part(count: number | null, one: string, many = `${one}s`): string | null {
  if (count === 0) return null;
  return count === null ? `${FEW} ${many}` : `${count} ${count === 1 ? one : many}`;
}

/** The summary as sentences; empty while there are no reports. [S4] */
export function summaryTexts(summary: ModerationSummary): string[] {
  const { reports, decisions, appeals, appeals_granted, median_minutes } = summary;
  const sent = part(reports, 'report');
  if (!sent) return [];
  const made = [
    part(decisions.dismiss, CLOSED, CLOSED),
    part(decisions.warn, 'warning'),
    part(decisions.hide, 'hidden review'),
    part(decisions.remove, 'removal'),
    part(decisions.suspend, 'suspension'),
    part(decisions.ban, 'ban'),
  ].filter((text) => text !== null);
  const appealed = part(appeals, 'appeal');
  const granted = appeals_granted === null ? FEW : appeals_granted || 'none';
  return [
    `Members sent ${sent}.`,
    ...(made.length > 0 ? [`Our decisions: ${made.join(', ')}.`] : []),
    ...(median_minutes === null
      ? []
      : [`Half of the reports were decided within ${minutesText(median_minutes)}.`]),
    ...(appealed ? [`There were ${appealed}, ${granted} of them granted.`] : []),
  ];
}
