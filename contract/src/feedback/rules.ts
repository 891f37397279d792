import { cutText } from '../text/rules.ts';

export const FEEDBACK_MIN = 10;
export const FEEDBACK_MAX = 5000;
/** Support answers within about 24 hours; after that a request is overdue. */
export const OVERDUE_MS = 24 * 3_600_000;

/** Trims and cuts a message or an answer to the length that is stored. [F3] */
export function cutFeedback(text: string): string {
  return cutText(text.replaceAll('\u0000', '').trim(), FEEDBACK_MAX);
}

const LABELS: Record<string, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  resolved: 'Resolved',
  closed: 'Closed',
  responded: 'Responded',
};

/** The label of a status; unknown values are shown as Unknown. [F4] */
export function feedbackLabel(status: string): string {
  return LABELS[status] ?? 'Unknown';
}

/** The page that feedback was sent from, without the private parts of its address. */
export function pageOfUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 500);
}
