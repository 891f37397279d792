import type { MoveAction } from '@kindpal/contract/job/actions';
import type { JobEvent } from '@kindpal/contract/job/history';
import { CONFIRM_AFTER_MS } from '@kindpal/contract/job/rules';
import type { JobDetail } from '@kindpal/contract/job/schema';
import type { JobThreadName } from '~/chat/job-channel.ts';
import { dateFormat, formatTime } from '~/lib/format.ts';
import { endsClaim, jobEventText } from './history/event-text.ts';

export type MemberJobDetail = Extract<JobDetail, { view: 'member' }>;

/** The viewer's relation to the job, as far as the texts depend on it. */
export type JobViewer = 'owner' | 'claimant' | 'other';

/** Steps that are not actions of the state graph, so `can` does not list them. */
export type OtherStep = 'message' | 'add_to_calendar' | 'book_again';
export type Step = 'claim' | MoveAction | OtherStep;

/** The state of the job for the viewer, the next step, and other possible steps. */
export type JobSummary = {
  heading: string;
  text: string;
  primary?: Step;
  /** Useful steps that do not affect the other side. */
  secondary: OtherStep[];
  /** Actions that the other side will notice; they are in the menu. */
  later: MoveAction[];
};

const LATER: readonly MoveAction[] = ['dispute', 'release', 'report_no_show', 'cancel'];
const NEXT: readonly ('claim' | MoveAction)[] = ['claim', 'start', 'complete', 'confirm', 'reopen'];

/** The viewer's relation: the owner, the sitter who holds the job, or anybody else. */
export function viewerOf(job: MemberJobDetail, me: string | undefined): JobViewer {
  if (job.is_mine) return 'owner';
  return me !== undefined && job.claim?.sitter_id === me ? 'claimant' : 'other';
}

/** The thread of the job's current claim for its two participants; null for everybody else. [M1] */
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
 * Summarizes the job for its viewer, with exactly the actions in `can`. `latest` is the newest
 * entry of the history, so that the other side's last words are shown first. [J4] [J9]
 */
export function summarizeJob(
  job: MemberJobDetail,
  viewer: JobViewer,
  latest: JobEvent | undefined,
): JobSummary {
  const others = otherSteps(job, viewer);
  const isOver = Boolean(job.claim?.confirmed_at);
  // After the end, a sitter's next step is the review below; a message is possible too.
  const usual = isOver && viewer === 'claimant' ? undefined : others[0];
  const primary = NEXT.find((action) => job.can[action]) ?? usual;
  return {
    ...WORDS[job.status](job, viewer, latest),
    ...(primary ? { primary } : {}),
    secondary: others.filter((step) => step !== primary),
    later: LATER.filter((action) => job.can[action]),
  };
}

/**
 * Whether a review that the viewer may write is the next step: neither an action nor, while
 * somebody has the job, a message comes first. A page has one primary button. [R9]
 */
export const leavesReviewNext = ({ status, can }: MemberJobDetail): boolean =>
  status !== 'claimed' && status !== 'in_progress' && !NEXT.some((action) => can[action]);

/**
 * Whether the owner has to pay now, so that the payment methods are shown with the actions. [J8]
 */
export function isPayDue(job: MemberJobDetail): boolean {
  return job.total_amount > 0 && Boolean(job.claim?.confirmed_at);
}

/** Other steps for owner and sitter, the most useful first. */
function otherSteps(job: MemberJobDetail, viewer: JobViewer): OtherStep[] {
  if (viewer === 'other' || !job.can.chat) return [];
  if (job.status === 'claimed') return ['message', 'add_to_calendar'];
  const isOver = job.status === 'completed' && job.claim?.confirmed_at;
  return isOver && viewer === 'owner' ? ['book_again', 'message'] : ['message'];
}

type Words = Pick<JobSummary, 'heading' | 'text'>;

type Wording = (job: MemberJobDetail, viewer: JobViewer, latest: JobEvent | undefined) => Words;

const WORDS: Record<JobDetail['status'], Wording> = {
  open: openWords,
  claimed: claimedWords,
  in_progress: inProgressWords,
  completed: completedWords,
  cancelled: cancelledWords,
};

/** The reason of an event after a colon, or a period. */
const quoted = ({ reason }: JobEvent) => (reason ? `: “${reason}”` : '.');

const sitterOf = (job: MemberJobDetail) => job.claim?.sitter.full_name ?? 'Your sitter';

function openWords(job: MemberJobDetail, viewer: JobViewer, latest: JobEvent | undefined): Words {
  if (job.is_held) {
    return { heading: 'Waiting for our team’s review', text: 'No one else can see it until then.' };
  }
  if (viewer === 'owner' && latest?.action === 'release' && latest.actor_role === 'sitter') {
    const name = latest.sitter?.full_name ?? 'Your sitter';
    return {
      heading: 'Waiting for a sitter',
      text: `${name} canceled their claim${quoted(latest)}`,
    };
  }
  if (viewer === 'owner') return { heading: 'Waiting for a sitter', text: whoCanClaim(job) };
  if (job.requirements && !job.can.claim) {
    const { min_reviews, met_before, verified } = job.requirements;
    return min_reviews > 0 || met_before || verified
      ? { heading: 'Available', text: 'The owner has requirements:' }
      : { heading: 'Not open to everyone yet', text: 'Some sitters can claim it first.' };
  }
  if (job.can.claim) {
    return {
      heading: 'Free to claim',
      text: job.offered_until ? 'You can claim it before others.' : 'First come, first served!',
    };
  }
  return { heading: 'Available', text: 'Members who joined as sitters can claim this job.' };
}

/** For the owner: who sees an open job and can claim it. */
function whoCanClaim({ offered_until, requirements }: MemberJobDetail): string {
  if (offered_until) return 'It’s offered to some sitters first. Others can’t see it yet.';
  return requirements
    ? 'The first sitter with what you ask for gets it.'
    : 'Any sitter can claim it. First come, first served!';
}

function claimedWords(job: MemberJobDetail, viewer: JobViewer): Words {
  if (viewer === 'owner') {
    return {
      heading: `${sitterOf(job)} is booked`,
      text: 'Settle the details in the chat: keys, food, the vet.',
    };
  }
  if (viewer === 'claimant') {
    return {
      heading: 'This job is yours',
      text: job.can.start
        ? 'Start it when you’re with the pet.'
        : 'Settle the details in the chat. You can start two hours before it begins.',
    };
  }
  // Only staff can still see this job.
  if (job.claim) return { heading: 'Claimed', text: `${sitterOf(job)} is booked.` };
  return {
    heading: 'No longer available',
    text: 'This job has already been claimed by someone else, or it was withdrawn.',
  };
}

function inProgressWords(
  job: MemberJobDetail,
  viewer: JobViewer,
  latest: JobEvent | undefined,
): Words {
  if (viewer === 'claimant' && latest?.action === 'dispute') {
    const text = `${job.owner.full_name} says it’s not done${quoted(latest)}`;
    return { heading: 'Not done yet', text };
  }
  if (viewer === 'owner') {
    return {
      heading: `${sitterOf(job)} is with your pet`,
      text: 'We’ll let you know when it’s done.',
    };
  }
  if (viewer === 'claimant') {
    return {
      heading: 'Job in progress',
      text: `Mark it done when ${job.pet_details.name} is all set.`,
    };
  }
  return { heading: 'In progress', text: 'A sitter is on the job.' };
}

function completedWords(job: MemberJobDetail, viewer: JobViewer): Words {
  const doneAt = job.claim?.completed_at;
  if (job.claim?.confirmed_at || !doneAt || viewer === 'other') return doneWords(job, viewer);
  const until = weekdayAndTime(Date.parse(doneAt) + CONFIRM_AFTER_MS);
  return viewer === 'owner'
    ? {
        heading: `${sitterOf(job)} says it’s done`,
        text: `Please confirm, or say it’s not done. If you don’t reply by ${until}, we’ll mark it confirmed.`,
      }
    : {
        heading: 'Waiting for the owner to confirm',
        text: `If the owner doesn’t reply by ${until}, we’ll mark it confirmed.`,
      };
}

/**
 * 'Sat, 9:04 PM' in the viewer's time zone; the weekday is unambiguous because it is at most two
 * days away.
 */
function weekdayAndTime(moment: number): string {
  return `${dateFormat({ weekday: 'short' }).format(moment)}, ${formatTime(moment)}`;
}

/** Done and confirmed: the remaining steps are paying, reviewing and booking again. */
function doneWords(job: MemberJobDetail, viewer: JobViewer): Words {
  if (viewer === 'owner') {
    return job.total_amount > 0
      ? { heading: 'All done', text: `If you haven’t paid ${sitterOf(job)} yet, now is the time.` }
      : {
          heading: 'All done',
          text: `It was a favor. ${sitterOf(job)} will appreciate a thank-you.`,
        };
  }
  if (viewer === 'claimant' && job.total_amount > 0) {
    return {
      heading: 'All done',
      text: `${job.owner.full_name} confirmed it’s done and pays you directly.`,
    };
  }
  return { heading: 'Done', text: 'This job is completed and confirmed.' };
}

/** The owner's job that was deleted, or that a restored backup does not contain. */
const GONE: Words = { heading: 'No longer available', text: 'This job no longer exists.' };

function cancelledWords(
  job: MemberJobDetail,
  viewer: JobViewer,
  latest: JobEvent | undefined,
): Words {
  if (job.is_mine && job.cancel_code === null) return GONE;
  if (job.cancel_code === 'expired' || latest?.action === 'expire') {
    return { heading: 'Expired', text: whyExpired(job, viewer, latest) };
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

/**
 * If a claim ends after the job's end, the job is expired too; its owner reads how the claim ended.
 * [J9]
 */
function whyExpired(job: MemberJobDetail, viewer: JobViewer, latest: JobEvent | undefined): string {
  return viewer === 'owner' && latest && endsClaim(latest)
    ? jobEventText(latest, job.owner_id) + quoted(latest)
    : 'It ended without a sitter.';
}

/**
 * The job as a member still sees it after another sitter claimed it while they were reading: the
 * same text, without actions. `now` is undefined if they may no longer see the job: it exists no
 * longer, if it is theirs or they hold it. [J5]
 */
export function keepShownJob(read: MemberJobDetail, now: JobDetail | undefined): MemberJobDetail {
  if (now?.view === 'member') return now;
  const unseen = read.is_mine || read.claim ? ('cancelled' as const) : ('claimed' as const);
  const { status, can } = now ?? { status: unseen, can: {} };
  const gone = { claim: null, payout: null, address: null, requirements: null };
  return { ...read, status, can, ...gone, offered_until: null, is_held: false };
}
