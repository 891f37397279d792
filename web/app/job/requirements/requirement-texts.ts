import type { Requirements } from '@kindpal/contract/job/requirements';
import { counted } from '~/lib/counted.ts';
import { dateFormat, formatTime } from '~/lib/format.ts';

/** One requirement, and whether the viewer meets it; null if that does not apply. */
export type RequirementText = { text: string; isMet: boolean | null };

/**
 * '6:00 PM' for today, otherwise 'Sat, 6:00 PM': the weekday is unambiguous because it is at most
 * three days away.
 */
export function clockText(moment: string, now = new Date()): string {
  const at = new Date(moment);
  const isToday = at.toDateString() === now.toDateString();
  return isToday
    ? formatTime(at)
    : `${dateFormat({ weekday: 'short' }).format(at)}, ${formatTime(at)}`;
}

/** A job's requirements as text for this viewer. Only the owner reads who comes first. [J4] */
export function requirementTexts(
  { met_before, verified, min_reviews, opens_at, mine }: Requirements,
  owner: string,
): RequirementText[] {
  const texts: RequirementText[] = [];
  if (min_reviews > 0) {
    const all = `For sitters with at least ${counted(min_reviews, 'review')}`;
    texts.push(
      mine
        ? { text: `${all}: you have\u00a0${mine.reviews}`, isMet: mine.reviews >= min_reviews }
        : { text: all, isMet: null },
    );
  }
  if (verified) {
    const all = 'For sitters whose identity was checked';
    texts.push(
      mine
        ? {
            text: `${all}: yours ${mine.is_verified ? 'is' : 'isn’t yet'}`,
            isMet: mine.is_verified,
          }
        : { text: all, isMet: null },
    );
  }
  if (met_before) {
    texts.push(
      mine
        ? {
            text: `For sitters who finished a job with ${owner} before: ${mine.has_met ? 'you have' : 'you haven’t yet'}`,
            isMet: mine.has_met,
          }
        : { text: 'For sitters you finished a job with before', isMet: null },
    );
  }
  if (opens_at) {
    const opens = `Open to everyone from ${clockText(opens_at)}`;
    texts.push({ text: mine ? opens : `Your favorites come first. ${opens}`, isMet: null });
  }
  return texts;
}
