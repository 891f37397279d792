import { REVIEW_FACTS } from '@kindpal/contract/review/rules';
import type { ReviewOccasion } from '@kindpal/contract/review/schema';

export type Side = keyof typeof REVIEW_FACTS;

/** How the claim of a review ended, where it was not simply done. */
export const OCCASIONS: Record<ReviewOccasion, string | null> = {
  completed: null,
  canceled_late: 'Late cancellation',
  no_show: 'No-show',
};

/** The facts that a side is asked about, in order. */
export function factsOf(side: Side): [name: string, label: string][] {
  return Object.entries(REVIEW_FACTS[side]);
}

/** What was answered, in words: a yes as it stands, a no as such. */
export function answeredFacts(
  side: Side,
  facts: Partial<Record<string, boolean>>,
): { name: string; label: string; yes: boolean }[] {
  return factsOf(side).flatMap(([name, label]) => {
    const yes = facts[name];
    return yes === undefined ? [] : [{ name, label, yes }];
  });
}
