/**
 * How many days after the end of a claim both sides can review it; then reviews are published.
 * [R9]
 */
export const REVIEW_DAYS = 14;
export const REVIEW_WINDOW_MS = REVIEW_DAYS * 86_400_000;

/** A claim canceled this close to the start, or later, can be reviewed. [R9] */
export const LATE_CANCELLATION_HOURS = 48;

export const REVIEW_TEXT_MAX = 1000;
export const REPLY_MAX = 500;

/** The three yes-or-no questions for each side about the other. [R9] */
export const REVIEW_FACTS = {
  owner: {
    on_time: 'Was on time',
    as_agreed: 'Cared for the pet as agreed',
    kept_informed: 'Kept me informed',
  },
  sitter: {
    as_described: 'The pet was as described',
    clear_instructions: 'The instructions were clear',
    prepared: 'Food and supplies were ready',
  },
} as const;

/** A rating as cards and profiles show it: '4.8 (12 reviews)'. [R8] [R9] */
export function ratingText({ average, count }: { average: number | null; count: number }): string {
  if (average === null) return 'No reviews yet';
  return `${average.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`;
}

/** Whether a review answers a question that only the other side is asked. [R9] */
export function factsProblem(side: keyof typeof REVIEW_FACTS, facts: object): boolean {
  return Object.keys(facts).some((name) => !(name in REVIEW_FACTS[side]));
}
