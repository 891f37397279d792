import { LATE_CANCELLATION_HOURS } from '@kindpal/contract/review/rules';
import type { reviews } from '../../db/schema/review.ts';
import type { JobsPlan, PlannedClaim, PlannedJob } from './plan-jobs.ts';

export type PlannedReview = typeof reviews.$inferInsert & { created_at: Date };
type Said = Pick<PlannedReview, 'rating' | 'text' | 'would_repeat'> & {
  facts: [boolean, boolean, boolean];
};

const YES: Said['facts'] = [true, true, true];
const liked = (rating: number, text: string): Said => ({
  rating,
  text,
  would_repeat: true,
  facts: YES,
});

/** What owners say of sitters, and sitters of owners; '{pet}' is filled in. */
const BY_OWNERS: Said[] = [
  liked(5, '{pet} greeted me as if I had never left. Photos twice a day and a spotless kitchen.'),
  liked(5, 'Right on time, calm and kind. {pet} slept through the night for the first time.'),
  liked(4, 'All good. One message came late, but {pet} was in safe hands the whole time.'),
  liked(5, 'Noticed that {pet} was limping before I did and called right away. Thank you.'),
  liked(5, ''),
  {
    rating: 3,
    text: 'Fine, but I asked for fresh water twice a day and {pet} got it once.',
    would_repeat: true,
    facts: [true, false, true],
  },
  liked(5, 'We’ll ask again before every trip. {pet} already looks at the door.'),
  {
    rating: 2,
    text: 'Half an hour late without a word.',
    would_repeat: false,
    facts: [false, true, false],
  },
];
const BY_SITTERS: Said[] = [
  liked(5, 'Everything was laid out with labels. {pet} is exactly as described: a gentle soul.'),
  liked(5, 'Clear notes, quick answers, and {pet} made the evenings short.'),
  liked(4, 'Lovely {pet}. The food ran out on the last day, but I was told where to get more.'),
  liked(5, 'I’d come back tomorrow. Thank you for the cookies, too.'),
  {
    rating: 3,
    text: '{pet} needs much more company than the description says.',
    would_repeat: true,
    facts: [false, true, true],
  },
  liked(5, ''),
];
const NOTE = 'The back gate doesn’t close. Someone should tell the owner before a dog gets out.';
const NAMES = {
  owner: ['on_time', 'as_agreed', 'kept_informed'],
  sitter: ['as_described', 'clear_instructions', 'prepared'],
} as const;

const HOUR = 3_600_000;

/** The reviews of finished jobs: mostly from both sides, some from one, some from none yet. */
export function planReviews({ jobs, claims }: JobsPlan, now: Date): PlannedReview[] {
  const jobOf = new Map(jobs.map((job) => [job.id, job]));
  const ended = claims.filter((claim) => isReviewable(claim));
  return ended.flatMap((claim, n) => {
    const job = jobOf.get(claim.job_id) as PlannedJob;
    const owners = planOne({ claim, job, n, side: 'owner' });
    const sitters = planOne({ claim, job, n, side: 'sitter' });
    const written = n % 7 === 3 ? [sitters] : n % 5 === 4 ? [owners] : [owners, sitters];
    return written.filter(({ created_at }) => created_at < now);
  });
}

function isReviewable({ end_reason, ended_at, ended_by, start_date }: PlannedClaim): boolean {
  if (!ended_at) return false;
  const isLate = +ended_at > +start_date - LATE_CANCELLATION_HOURS * HOUR;
  return end_reason === 'completed' || (isLate && ended_by !== null && ended_by !== undefined);
}

type Planned = { claim: PlannedClaim; job: PlannedJob; n: number; side: 'owner' | 'sitter' };

function planOne({ claim, job, n, side }: Planned): PlannedReview {
  const isOwner = side === 'owner';
  const all = isOwner ? BY_OWNERS : BY_SITTERS;
  const { text, facts, ...said } = all[(n * 3 + (isOwner ? 0 : 1)) % all.length] as Said;
  return {
    ...said,
    text: (text ?? '').replaceAll('{pet}', job.pet_name ?? 'your pet'),
    facts: Object.fromEntries(NAMES[side].map((name, at) => [name, facts[at] as boolean])),
    staff_note: !isOwner && n % 11 === 5 ? NOTE : '',
    claim_id: claim.id,
    side,
    reviewer_id: isOwner ? job.owner_id : claim.sitter_id,
    // The table's triggers set the same values.
    reviewee_id: isOwner ? claim.sitter_id : job.owner_id,
    occasion: 'completed',
    publish_at: claim.ended_at as Date,
    created_at: new Date(
      +(claim.ended_at as Date) + (3 + ((n * 7) % 40) + (isOwner ? 0 : 9)) * HOUR,
    ),
  };
}

/** Replies to some of the reviews with text. */
export const REPLIES = [
  'Thank you, that means a lot.',
  'You’re welcome anytime.',
  'Sorry about that. It won’t happen again.',
];
