import { cutText } from '../text/rules.ts';

export const FEEDBACK_MIN = 10;
export const FEEDBACK_MAX = 5000;
/** Support answers within about 24 hours; after that a request is overdue. */
export const OVERDUE_MS = 24 * 3_600_000;

/** Trims and cuts a message or an answer to what is kept. [F3] */
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

/** A status in words; any value that is not ours is Unknown. [F4] */
export function feedbackLabel(status: string): string {
  return LABELS[status] ?? 'Unknown';
}

/** The page somebody wrote from, without what its address may give away. */
export function pageOfUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 500);
}
