import type { MoveAction } from '@kindpal/contract/job/actions';
import type { JobEvent } from '@kindpal/contract/job/history';
import { CONFIRM_AFTER_MS } from '@kindpal/contract/job/rules';
import type { JobDetail } from '@kindpal/contract/job/schema';
import type { JobThreadName } from '~/chat/job-channel.ts';
import { dateFormat, formatTime } from '~/lib/format.ts';
import { endsClaim, jobEventText } from './history/event-text.ts';

export type MemberJobDetail = Extract<JobDetail, { view: 'member' }>;

/** Who the reader is to the job, as far as the words on the page depend on it. */
export type Reader = 'owner' | 'claimant' | 'other';

/** What the page offers besides the moves of the state graph; the server allows these by itself. */
export type OtherStep = 'message' | 'add_to_calendar' | 'book_again';
export type Step = 'claim' | MoveAction | OtherStep;

/** How things stand for the reader, what they would do next, and what else they may do. */
export type JobSummary = {
  heading: string;
  text: string;
  primary?: Step;
  /** Useful, and nobody minds. */
  secondary: OtherStep[];
  /** What the other side will notice; it stands in the menu. */
  later: MoveAction[];
};

const LATER: readonly MoveAction[] = ['dispute', 'release', 'report_no_show', 'cancel'];
const NEXT: readonly ('claim' | MoveAction)[] = ['claim', 'start', 'complete', 'confirm', 'reopen'];

/** Who is reading: the owner, the one who holds the job, or anybody else. */
export function readerOf(job: MemberJobDetail, me: string | undefined): Reader {
  if (job.is_mine) return 'owner';
  return me !== undefined && job.claim?.sitter_id === me ? 'claimant' : 'other';
}

/** The thread of the job's current claim, for the two who talk in it; null for everybody else. [M1] */
export function threadOf({
  id,
  is_mine,
  claim,
  can,
  owner,
}: MemberJobDetail): JobThreadName | null {
  if (!can.chat || !claim) return null;
  const { full_name: partner } = is_mine ? claim.sitter : owner;
  return { jobId: id, claimId: claim.id, partner };
}

/**
 * The job's page in a sentence for its reader; it offers exactly what `can` allows. `latest` is the
 * newest entry of its history: what the other side just said is read here first. [J4] [J9]
 */
export function summarizeJob(
  job: MemberJobDetail,
  reader: Reader,
  latest: JobEvent | undefined,
): JobSummary {
  const others = otherSteps(job, reader);
  const primary = NEXT.find((action) => job.can[action]) ?? others[0];
  return {
    ...WORDS[job.status](job, reader, latest),
    ...(primary ? { primary } : {}),
    secondary: others.filter((step) => step !== primary),
    later: LATER.filter((action) => job.can[action]),
  };
}

/** Whether the owner is to pay now, so that how stands with what there is to do. [J8] */
export function isPayDue(job: MemberJobDetail): boolean {
  return job.total_amount > 0 && Boolean(job.claim?.confirmed_at);
}

/** What the two people of a job can do besides, the most sensible first. */
function otherSteps(job: MemberJobDetail, reader: Reader): OtherStep[] {
  if (reader === 'other' || !job.can.chat) return [];
  if (job.status === 'claimed') return ['message', 'add_to_calendar'];
  const isOver = job.status === 'completed' && job.claim?.confirmed_at;
  return isOver && reader === 'owner' ? ['book_again', 'message'] : ['message'];
}

type Words = Pick<JobSummary, 'heading' | 'text'>;

type Wording = (job: MemberJobDetail, reader: Reader, latest: JobEvent | undefined) => Words;

const WORDS: Record<JobDetail['status'], Wording> = {
  open: openWords,
  claimed: claimedWords,
  in_progress: inProgressWords,
  completed: completedWords,
  cancelled: cancelledWords,
};

/** The reason of an entry behind a colon, or a full stop. */
const quoted = ({ reason }: JobEvent) => (reason ? `: “${reason}”` : '.');

const sitterOf = (job: MemberJobDetail) => job.claim?.sitter.full_name ?? 'Your sitter';

function openWords(job: MemberJobDetail, reader: Reader, latest: JobEvent | undefined): Words {
  if (job.is_held) {
    return { heading: 'Waiting for our team’s review', text: 'No one else can see it until then.' };
  }
  if (reader === 'owner' && latest?.action === 'release' && latest.actor_role === 'sitter') {
    const name = latest.sitter?.full_name ?? 'Your sitter';
    return {
      heading: 'Waiting for a sitter',
      text: `${name} canceled their claim${quoted(latest)}`,
    };
  }
  if (reader === 'owner') return { heading: 'Waiting for a sitter', text: whoCanClaim(job) };
  if (job.requirements && !job.can.claim) {
    const { min_reviews, met_before, verified } = job.requirements;
    return {
      heading: 'Available',
      text:
        min_reviews > 0 || met_before || verified
          ? 'For sitters who have what it asks for:'
          : 'It isn’t open to everyone yet.',
    };
  }
  if (job.can.claim) return { heading: 'Free to claim', text: 'First come, first served!' };
  return { heading: 'Available', text: 'Members who joined as sitters can claim this job.' };
}

/** To its owner: who sees an open job, and may claim it. */
function whoCanClaim({ offered_until, requirements }: MemberJobDetail): string {
  if (offered_until) return 'It’s offered to some sitters first. Others can’t see it yet.';
  return requirements
    ? 'The first sitter with what you ask for gets it.'
    : 'Any sitter can claim it. First come, first served!';
}

function claimedWords(job: MemberJobDetail, reader: Reader): Words {
  if (reader === 'owner') {
    return {
      heading: `${sitterOf(job)} is booked`,
      text: 'Settle the details in the chat: keys, food, the vet.',
    };
  }
  if (reader === 'claimant') {
    return {
      heading: 'This job is yours',
      text: job.can.start
        ? 'Start it when you’re with the pet.'
        : 'Settle the details in the chat. You can start two hours before it begins.',
    };
  }
  // Staff read it as it is; to all others it is gone.
  if (job.claim) return { heading: 'Claimed', text: `${sitterOf(job)} is booked.` };
  return {
    heading: 'No longer available',
    text: 'This job has already been claimed by someone else, or it was withdrawn.',
  };
}

function inProgressWords(
  job: MemberJobDetail,
  reader: Reader,
  latest: JobEvent | undefined,
): Words {
  if (reader === 'claimant' && latest?.action === 'dispute') {
    const text = `${job.owner.full_name} says it’s not done${quoted(latest)}`;
    return { heading: 'Not done yet', text };
  }
  if (reader === 'owner') {
    return {
      heading: `${sitterOf(job)} is with your pet`,
      text: 'We’ll let you know when it’s done.',
    };
  }
  if (reader === 'claimant') {
    return {
      heading: 'Job in progress',
      text: `Mark it done when ${job.pet_details.name} is all set.`,
    };
  }
  return { heading: 'In progress', text: 'A sitter is on the job.' };
}

function completedWords(job: MemberJobDetail, reader: Reader): Words {
  const doneAt = job.claim?.completed_at;
  if (job.claim?.confirmed_at || !doneAt || reader === 'other') return doneWords(job, reader);
  const until = weekdayAndTime(Date.parse(doneAt) + CONFIRM_AFTER_MS);
  return reader === 'owner'
    ? {
        heading: `${sitterOf(job)} says it’s done`,
        text: `Please confirm, or say it’s not done. If you don’t reply by ${until}, we’ll mark it confirmed.`,
      }
    : {
        heading: 'Waiting for the owner to confirm',
        text: `If the owner doesn’t reply by ${until}, we’ll mark it confirmed.`,
      };
}

/** 'Sat, 9:04 PM' on the reader's clock: within two days the weekday says which. */
function weekdayAndTime(moment: number): string {
  return `${dateFormat({ weekday: 'short' }).format(moment)}, ${formatTime(moment)}`;
}

/** Done and confirmed: what is left is to pay, to thank, and to come again. */
function doneWords(job: MemberJobDetail, reader: Reader): Words {
  if (reader === 'owner') {
    return job.total_amount > 0
      ? { heading: 'All done', text: `If you haven’t paid ${sitterOf(job)} yet, now is the time.` }
      : {
          heading: 'All done',
          text: `It was a favor. ${sitterOf(job)} will appreciate a thank-you.`,
        };
  }
  if (reader === 'claimant' && job.total_amount > 0) {
    return { heading: 'All done', text: `${job.owner.full_name} confirmed and pays you directly.` };
  }
  return { heading: 'Done', text: 'This job is completed and confirmed.' };
}

function cancelledWords(job: MemberJobDetail, reader: Reader, latest: JobEvent | undefined): Words {
  if (job.cancel_code === 'expired' || latest?.action === 'expire') {
    return { heading: 'Expired', text: whyExpired(job, reader, latest) };
  }
  if (job.cancel_code === 'taken_down') {
    return { heading: 'Taken down by our team', text: `“${job.cancel_reason}”` };
  }
  if (job.cancel_code === 'by_staff') {
    return { heading: 'Ended by our team', text: `“${job.cancel_reason}”` };
  }
  return {
    heading: 'Canceled',
    text: job.cancel_reason ? `“${job.cancel_reason}”` : 'This job won’t take place.',
  };
}

/** A claim that ends after the job's end leaves it expired too: its owner reads how it ended. [J9] */
function whyExpired(job: MemberJobDetail, reader: Reader, latest: JobEvent | undefined): string {
  return reader === 'owner' && latest && endsClaim(latest)
    ? jobEventText(latest, job.owner_id) + quoted(latest)
    : 'It ended without a sitter.';
}

/**
 * What stays on the page of a member who was reading a job when another sitter got it: the text they
 * were reading, with nothing left to do. `now` is undefined when they are told no more of it. [J5]
 */
export function turnInPlace(read: MemberJobDetail, now: JobDetail | undefined): MemberJobDetail {
  if (now?.view === 'member') return now;
  const { status, can } = now ?? { status: 'claimed' as const, can: {} };
  const gone = { claim: null, payout: null, address: null, requirements: null };
  return { ...read, status, can, ...gone, offered_until: null, is_held: false };
}
