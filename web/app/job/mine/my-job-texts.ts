import type { JobSide, MyJob } from '@kindpal/contract/job/my-jobs';
import { TO_CONFIRM } from '@kindpal/contract/job/rules';

/** A status word on the pet's picture, and its color. */
export type StatusWord = { word: string; tone: 'caution' | 'danger' | 'plain' };

const END_WORDS = {
  no_show: { word: 'No-show', tone: 'danger' },
  cancelled: { word: 'Canceled', tone: 'danger' },
  completed: { word: 'Completed', tone: 'plain' },
} satisfies Record<string, StatusWord>;

/** A status word if the job's own status is not enough; otherwise null. [D3] */
export function statusWord({ job, phase, claim, is_held }: MyJob, as: JobSide): StatusWord | null {
  if (is_held) return { word: 'In review', tone: 'caution' };
  if (phase === 'to_confirm') return { word: TO_CONFIRM, tone: 'caution' };
  if (!claim?.end_reason) return null;
  if (as === 'owner') return isMissedForGood(job, claim) ? END_WORDS.no_show : null;
  if (claim.end_reason === 'released') {
    const word = { sitter: 'Claim canceled', owner: 'Removed', staff: 'Ended' };
    return { word: word[claim.ended_by ?? 'owner'], tone: 'plain' };
  }
  return END_WORDS[claim.end_reason];
}

/** Whether a no-show was reported after the end of the job, which therefore did not open again. */
const isMissedForGood = (job: MyJob['job'], { end_reason, ended_at }: Claim) =>
  end_reason === 'no_show' &&
  job.view === 'member' &&
  ended_at !== null &&
  Date.parse(ended_at) >= Date.parse(job.end_date);

/** Who has the job, or how the claim ended, in one line; null if there is nothing to show. [D3] */
export function claimLine({ claim, sitter }: MyJob, as: JobSide): string | null {
  if (!claim) return null;
  return as === 'sitter' ? lineForSitter(claim) : lineForOwner(claim, sitter?.full_name);
}

type Claim = NonNullable<MyJob['claim']>;

function lineForSitter({ end_reason, ended_by }: Claim): string | null {
  switch (end_reason) {
    case 'released':
      if (ended_by === null) return 'Your claim ended';
      if (ended_by === 'staff') return 'Our team ended your claim';
      return ended_by === 'sitter' ? 'You canceled your claim' : 'The owner removed you';
    case 'no_show':
      return 'The owner reported a no-show';
    case 'cancelled':
      return ended_by === 'staff' ? 'Ended by our team' : 'The owner canceled the job';
    case 'completed':
      return 'Done and confirmed';
    default:
      return null;
  }
}

/** `claim` is the job's latest: how it ended stays true, whatever happened to the job since. */
function lineForOwner({ end_reason, ended_by }: Claim, name = 'A sitter'): string {
  if (end_reason === 'released') {
    if (ended_by === null) return `${name} is no longer available`;
    if (ended_by === 'staff') return `Our team ended ${name}’s claim`;
    return ended_by === 'sitter' ? `${name} canceled` : `You removed ${name}`;
  }
  if (end_reason === 'no_show') return `${name} didn’t show up`;
  // The reason below this line is the canceler's, not the sitter's.
  if (end_reason === 'cancelled' && ended_by === 'owner')
    return `You canceled the job with ${name}`;
  return `Sitter: ${name}`;
}
