import type { JobStatus } from '@kindpal/contract/job/schema';
import type { jobClaims } from '../../db/schema/claim.ts';
import type { jobs } from '../../db/schema/job.ts';
import type { Random } from '../random.ts';
import { atHour, TIME_ZONE } from './demo-time.ts';
import {
  CANCEL_REASONS,
  CLOSINGS,
  type Occasion,
  OWNER_RELEASE_NOTES,
  RELEASE_NOTES,
  STAYS,
  VISITS,
  WALKS,
} from './occasions.ts';
import { PETS, type Pet } from './pets.ts';
import type { PlannedMember } from './plan-members.ts';

export type PlannedJob = Omit<
  typeof jobs.$inferInsert,
  'start_date' | 'end_date' | 'created_at'
> & {
  id: string;
  start_date: Date;
  end_date: Date;
  created_at: Date;
};
export type PlannedClaim = Omit<typeof jobClaims.$inferInsert, 'claimed_at'> & {
  id: string;
  claimed_at: Date;
};
export type JobsPlan = { jobs: PlannedJob[]; claims: PlannedClaim[] };

/** The state of a job, and what else happened to it. */
type Standing = JobStatus | 'awaiting' | 'expired' | 'released' | 'dropped';

/**
 * The state of each pet's first job, in the order of the pets; the owner with the printed sign-in
 * has them all.
 */
const STANDINGS: Standing[] = [
  ...(['open', 'claimed', 'in_progress', 'awaiting', 'completed', 'cancelled'] as const),
  ...([
    'open',
    'completed',
    'open',
    'claimed',
    'open',
    'in_progress',
    'open',
    'completed',
  ] as const),
  ...(['released', 'open', 'completed', 'claimed', 'open', 'expired', 'open', 'dropped'] as const),
  ...(['open', 'claimed', 'open', 'completed', 'open', 'in_progress', 'awaiting', 'open'] as const),
];
const JOBS = 92;
/** The first jobs of the owner with the printed sign-in: one of each kind. */
export const SHOWN = 6;
/** The claimed one of these had an earlier sitter. */
const SECOND_SITTER = 1;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
type Setting = { random: Random; now: Date; members: PlannedMember[]; images: Map<Pet, string> };
/** The same with the claims planned so far. */
type Planning = Setting & { booked: PlannedClaim[] };

/** Jobs in every state with their claims, live and ended; all times are relative to now. */
export function planJobs(setting: Setting): JobsPlan {
  const plan: JobsPlan = { jobs: [], claims: [] };
  for (let n = 0; n < JOBS; n++) {
    const standing = STANDINGS[n % STANDINGS.length] as Standing;
    const pet = (n < SHOWN ? PETS[n % 2] : PETS[2 + ((n - SHOWN) % (PETS.length - 2))]) as Pet;
    const job = planJob(pet, standing, n, setting);
    plan.jobs.push(job);
    const claim = planClaim(job, standing, n, { ...setting, booked: plan.claims });
    if (claim) plan.claims.push(claim);
    if (claim && n === SECOND_SITTER) plan.claims.push(planEarlierClaim(job, claim, setting));
  }
  return plan;
}

function planJob(pet: Pet, standing: Standing, n: number, setting: Setting): PlannedJob {
  const { random, members, images } = setting;
  const owner = members.find(({ name }) => name === pet.owner);
  if (!owner) throw new Error(`${pet.name} has no owner`);
  const occasion = chooseOccasion(pet, standing, n);
  const fill = (text: string) => text.replaceAll('{pet}', pet.name);
  const closing = random.pick(CLOSINGS);
  return {
    id: random.uuid(),
    client_id: random.uuid(),
    owner_id: owner.id,
    title: fill(occasion.title),
    description: fill([occasion.text, pet.care, closing].filter(Boolean).join(' ')),
    place_id: owner.place_id,
    location: owner.location,
    address: owner.address,
    job_type: occasion.type,
    time_zone: TIME_ZONE,
    total_amount: planPay(occasion, random),
    hourly_rate: occasion.hourly ?? null,
    status: statusOf(standing),
    ...cancellationOf(standing, fill(random.pick(CANCEL_REASONS))),
    special_instructions: pet.special ?? null,
    pet_name: pet.name,
    pet_breed: pet.breed,
    pet_size: pet.size,
    pet_image_url: images.get(pet) ?? null,
    ...planTimes(occasion, standing, n, setting),
  };
}

/** With an hourly rate, the total is the rate for all hours; other pay differs a little. */
function planPay({ pay, hourly }: Occasion, random: Random): number {
  const extra = random.whole(-1, 3) * 2;
  return hourly ? pay : pay + extra;
}

function chooseOccasion(pet: Pet, standing: Standing, n: number): Occasion {
  // A job in progress now, at whatever hour, must last for days.
  if (standing === 'in_progress') return STAYS[[0, 2, 3, 4][n % 4] as number] as Occasion;
  const kinds = pet.portrait.species === 'dog' ? [WALKS, VISITS, STAYS, WALKS] : [VISITS, STAYS];
  const turn = n + Math.floor(n / kinds.length);
  const kind = kinds[turn % kinds.length] as Occasion[];
  return kind[(n * 3 + Math.floor(n / 7)) % kind.length] as Occasion;
}

function statusOf(standing: Standing): JobStatus {
  if (standing === 'awaiting') return 'completed';
  if (standing === 'expired') return 'cancelled';
  return standing === 'released' || standing === 'dropped' ? 'open' : standing;
}

function cancellationOf(
  standing: Standing,
  cancel_reason: string,
): Pick<PlannedJob, 'cancel_code' | 'cancel_reason'> {
  if (standing === 'expired') return { cancel_code: 'expired', cancel_reason: null };
  if (standing === 'cancelled') return { cancel_code: 'by_owner', cancel_reason };
  return { cancel_code: null, cancel_reason: null };
}

/** The times of a job, and when it was posted: the newest minutes ago. */
function planTimes(occasion: Occasion, standing: Standing, n: number, { random, now }: Setting) {
  const length = occasion.hours * HOUR;
  const startsIn: Record<Standing, () => number> = {
    open: () => 1 + ((n * 3) % 26),
    released: () => 2 + (n % 5),
    dropped: () => 3 + (n % 5),
    claimed: () => 1 + ((n * 2) % 12),
    in_progress: () => -1,
    // Less than two days ago, before it is confirmed automatically.
    awaiting: () => (occasion.from + occasion.hours <= 24 ? -1 : -1 - Math.ceil(length / DAY)),
    completed: () => -4 - Math.ceil(length / DAY) - ((n * 5) % 60),
    cancelled: () => 2 + (n % 9),
    expired: () => -2 - Math.ceil(length / DAY) - (n % 6),
  };
  const start = atHour(now, startsIn[standing](), occasion.from);
  const isOpen = statusOf(standing) === 'open';
  const posted = isOpen
    ? now.getTime() - (12 * 60_000 + ((n * 37) % 90) ** 2 * 100_000)
    : Math.min(start.getTime(), now.getTime()) - (2 + random.next() * 6) * DAY;
  return {
    start_date: start,
    end_date: new Date(start.getTime() + length),
    created_at: new Date(posted),
  };
}

/** The claim for the job's state; the sitter with the printed sign-in holds the owner's. */
function planClaim(
  job: PlannedJob,
  standing: Standing,
  n: number,
  setting: Planning,
): PlannedClaim | null {
  if (standing === 'open' || standing === 'expired') return null;
  // One of the cancelled jobs had a sitter: the one with the printed sign-in, who can read why it
  // was cancelled.
  if (standing === 'cancelled' && n >= SHOWN) return null;
  const { random, now } = setting;
  const waited =
    Math.min(now.getTime() - HOUR, job.start_date.getTime()) - job.created_at.getTime();
  const claimed_at = new Date(job.created_at.getTime() + waited * (0.05 + random.next() * 0.3));
  const sitter_id = chooseSitter(job, n, setting);
  return {
    id: random.uuid(),
    job_id: job.id,
    sitter_id,
    ...(standing === 'released' ? { ended_by: sitter_id } : {}),
    claimed_at,
    start_date: job.start_date,
    end_date: job.end_date,
    ...endingOf(job, standing, { claimed_at, now, n }),
  };
}

/** An earlier sitter of the job, who canceled their claim. */
function planEarlierClaim(
  job: PlannedJob,
  { claimed_at }: PlannedClaim,
  { random, members }: Setting,
): PlannedClaim {
  const sitters = members.filter(({ role, id }) => role === 'pet_sitter' && id !== job.owner_id);
  const waited = claimed_at.getTime() - job.created_at.getTime();
  const sitter_id = (sitters.at(-1) as PlannedMember).id;
  return {
    id: random.uuid(),
    job_id: job.id,
    sitter_id,
    claimed_at: new Date(job.created_at.getTime() + waited * 0.2),
    start_date: job.start_date,
    end_date: job.end_date,
    ended_at: new Date(job.created_at.getTime() + waited * 0.7),
    end_reason: 'released',
    ended_by: sitter_id,
    end_note: pick(RELEASE_NOTES, 0),
  };
}

/** A sitter who is free for the whole time, so that nobody is in two places. */
function chooseSitter(job: PlannedJob, n: number, { members, booked }: Planning): string {
  const sitters = members.filter(({ role, id }) => role !== 'pet_owner' && id !== job.owner_id);
  const shown = sitters.findIndex(({ email }) => email.startsWith('sitter@'));
  const first = n < SHOWN || n % 17 === 0 ? shown : n * 7;
  const turns = sitters.map((_, turn) => sitters[(first + turn) % sitters.length] as PlannedMember);
  const free = turns.find(({ id }) =>
    booked.every(
      (claim) =>
        claim.sitter_id !== id ||
        claim.start_date >= job.end_date ||
        claim.end_date <= job.start_date,
    ),
  );
  if (!free) throw new Error(`no sitter is free for ${job.title}`);
  return free.id;
}

function endingOf(
  job: PlannedJob,
  standing: Standing,
  { claimed_at, now, n }: { claimed_at: Date; now: Date; n: number },
): Partial<PlannedClaim> {
  const started = { started_at: new Date(job.start_date.getTime() - 5 * 60_000) };
  const finished = { ...started, completed_at: new Date(job.end_date.getTime() + 4 * 60_000) };
  const confirmed_at = new Date(job.end_date.getTime() + 3 * HOUR);
  const dropped_at = new Date(claimed_at.getTime() + (now.getTime() - claimed_at.getTime()) / 2);
  switch (standing) {
    case 'in_progress':
      return started;
    case 'awaiting':
      return finished;
    case 'completed':
      return {
        ...finished,
        confirmed_at,
        ended_at: confirmed_at,
        end_reason: 'completed',
        ended_by: job.owner_id,
      };
    case 'released':
      return {
        ended_at: dropped_at,
        end_reason: 'released',
        end_note: pick(RELEASE_NOTES, n),
      };
    case 'dropped':
      return {
        ended_at: dropped_at,
        end_reason: 'released',
        ended_by: job.owner_id,
        end_note: pick(OWNER_RELEASE_NOTES, n),
      };
    case 'cancelled':
      return {
        ended_at: dropped_at,
        end_reason: 'cancelled',
        ended_by: job.owner_id,
        end_note: job.cancel_reason ?? null,
      };
    default:
      return {};
  }
}

function pick(texts: string[], n: number): string {
  return texts[n % texts.length] as string;
}
