import { REVIEW_FACTS } from '@kindpal/contract/review/rules';
import type { ReviewOccasion } from '@kindpal/contract/review/schema';

export type Side = keyof typeof REVIEW_FACTS;

/** How the claim of a review ended, unless it was completed. */
export const OCCASIONS: Record<ReviewOccasion, string | null> = {
  completed: null,
  canceled_late: 'Late cancellation',
  no_show: 'No-show',
};

/** The facts that a side is asked about, in order. */
export function factsOf(side: Side): [name: string, label: string][] {
  return Object.entries(REVIEW_FACTS[side]);
}

const DENIED: { [S in Side]: Record<keyof (typeof REVIEW_FACTS)[S], string> } = {
  owner: {
    on_time: 'Wasn’t on time',
    as_agreed: 'Didn’t care for the pet as agreed',
    kept_informed: 'Didn’t keep me informed',
  },
  sitter: {
    as_described: 'The pet wasn’t as described',
    clear_instructions: 'The instructions weren’t clear',
    prepared: 'Food and supplies weren’t ready',
  },
};

/** The answers as text: the fact, or its negation. */
export function answeredFacts(
  side: Side,
  facts: Partial<Record<string, boolean>>,
): { name: string; label: string; yes: boolean }[] {
  return factsOf(side).flatMap(([name, label]) => {
    const yes = facts[name];
    if (yes === undefined) return [];
    const denied: Partial<Record<string, string>> = DENIED[side];
    return [{ name, label: yes ? label : (denied[name] ?? label), yes }];
  });
}
