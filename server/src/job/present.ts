import { JOB_ACTIONS } from '@kindpal/contract/job/actions';
import type { JobEvent } from '@kindpal/contract/job/history';
import type { Requirements } from '@kindpal/contract/job/requirements';
import { canActOnJob, type JobFacts, weekOf } from '@kindpal/contract/job/rules';
import type {
  JobCard,
  JobClaim,
  JobDetail,
  JobStatus,
  MemberJob,
  PublicJob,
} from '@kindpal/contract/job/schema';
import { inOrderAdded } from '@kindpal/contract/payment/rules';
import type { Viewer } from '../access/actor.ts';
import {
  holdsJob,
  isInJobChat,
  relationOfStaff,
  relationToJob,
  seesAddress,
  seesEventInFull,
  seesJobInFull,
  seesPetCare,
} from './policy.ts';
import type { SingleJobRow } from './queries.ts';
import type { ClaimRow, JobRow } from './rows.ts';

/** Only participants see that a job has started or was completed: others see it as claimed. */
function publicStatus(status: JobStatus): PublicJob['status'] {
  return status === 'open' || status === 'cancelled' ? status : 'claimed';
}

function presentPublicJob(row: JobRow): PublicJob {
  return {
    view: 'public',
    id: row.id,
    job_type: row.job_type,
    status: publicStatus(row.status),
    total_amount: row.total_amount,
    hourly_rate: row.hourly_rate,
    location: row.location,
    created_at: row.created_at,
    week: weekOf(new Date(row.start_date)),
    pet_details: { name: row.pet_name },
  };
}

/** A job that the viewer sees in full. */
export function presentMemberJob(row: JobRow, viewerId: string): MemberJob {
  return {
    view: 'member',
    id: row.id,
    job_type: row.job_type,
    status: row.status,
    total_amount: row.total_amount,
    hourly_rate: row.hourly_rate,
    location: row.location,
    created_at: row.created_at,
    title: row.title,
    description: row.description,
    start_date: row.start_date,
    end_date: row.end_date,
    time_zone: row.time_zone,
    special_instructions: row.special_instructions,
    pet_details: {
      name: row.pet_name,
      breed: row.pet_breed,
      size: row.pet_size ?? 'Unknown',
      image_url: row.pet_image_url,
    },
    owner_id: row.owner_id,
    owner: {
      id: row.owner_id,
      full_name: row.owner_name,
      profile_image_url: row.owner_image,
      is_verified: row.owner_verified,
    },
    is_mine: row.owner_id === viewerId,
  };
}

/** A job in a list, as far as the viewer may see it. [J1] */
export function presentJobCard(
  row: JobRow & { withdrawn?: boolean },
  viewer: Viewer | null,
  claim: { sitter_id: string } | null = null,
): JobCard {
  return viewer && seesJobInFull(viewer, row, claim)
    ? presentMemberJob(row, viewer.id)
    : presentPublicJob(row);
}

/** The facts that the state graph depends on. */
export function jobFactsOf(row: JobRow, claim: ClaimRow | null): JobFacts {
  return {
    status: row.status,
    start: Date.parse(row.start_date),
    end: Date.parse(row.end_date),
    started_at: claim?.started_at ? Date.parse(claim.started_at) : null,
    completed_at: claim?.completed_at ? Date.parse(claim.completed_at) : null,
    confirmed_at: claim?.confirmed_at ? Date.parse(claim.confirmed_at) : null,
    taken_down: row.cancel_code === 'taken_down',
  };
}

function presentAbilities(
  row: SingleJobRow,
  claim: ClaimRow | null,
  viewer: Viewer,
  now: Date,
): JobDetail['can'] {
  const who = {
    job: jobFactsOf(row, claim),
    relation: relationToJob(viewer, row, claim),
    now: now.getTime(),
  };
  const can: JobDetail['can'] = {};
  if (isInJobChat(viewer, row, claim)) can.chat = true;
  if (row.pet_id && seesPetCare(viewer, { job: row, claim, now })) can.care = true;
  if (viewer.id === row.owner_id || holdsJob(viewer, claim)) can.access = true;
  for (const action of JOB_ACTIONS) if (canActOnJob(action, who)) can[action] = true;
  if (row.requirements?.may_claim === false) delete can.claim;
  const asStaff = { ...who, relation: relationOfStaff(viewer, row, claim) };
  if (viewer.app_role !== 'user' && canActOnJob('end_claim', asStaff)) can.end_claim = true;
  return can;
}

/** How to pay the sitter: for the owner only, while the claim is live or completed. [J8] */
function presentPayout(row: JobRow, claim: ClaimRow | null, viewer: Viewer) {
  if (!claim || row.owner_id !== viewer.id) return null;
  const links = inOrderAdded(claim.payment_links).map(([, { service, url, username = null }]) => ({
    service,
    url,
    username,
  }));
  return { handle: claim.cash_app_handle, links };
}

/** The job page for one viewer, with the actions they `can` take. [J4] */
export function presentJobDetail(
  found: { job: SingleJobRow; claim: ClaimRow | null },
  viewer: Viewer | null,
  now: Date,
): JobDetail {
  const { job, claim } = found;
  if (!viewer) return { ...presentPublicJob(job), can: {} };
  const can = presentAbilities(job, claim, viewer, now);
  if (!seesJobInFull(viewer, job, claim)) return { ...presentPublicJob(job), can };
  const isParticipant = isInJobChat(viewer, job, claim) || viewer.app_role !== 'user';
  return {
    ...presentMemberJob(job, viewer.id),
    can,
    owner_rating: job.owner_rating,
    owner_reliability: job.owner_reliability,
    address: seesAddress(viewer, job, claim) ? job.address : null,
    pet_id: viewer.id === job.owner_id ? job.pet_id : null,
    claim: claim && isParticipant ? presentClaim(claim) : null,
    payout: presentPayout(job, claim, viewer),
    cancel_code: job.cancel_code,
    cancel_reason: job.cancel_reason,
    requirements: presentRequirements(job, viewer),
    offered_until: job.offered_until,
    is_held: job.is_held,
  };
}

/** A job's requirements, none for sitters that its owner asked by name. [J4] */
export function presentRequirements(
  { requirements, owner_id }: Pick<SingleJobRow, 'requirements' | 'owner_id'>,
  viewer: Pick<Viewer, 'id'>,
): Requirements | null {
  if (!requirements || (requirements.asked && viewer.id !== owner_id)) return null;
  const { met_before, verified, min_reviews, opens_at, has_met, is_verified, reviews } =
    requirements;
  const mine = viewer.id === owner_id ? null : { has_met, is_verified, reviews };
  return { met_before, verified, min_reviews, opens_at, mine };
}

function presentClaim(row: ClaimRow): JobClaim {
  return {
    id: row.claim_id,
    sitter_id: row.sitter_id,
    claimed_at: row.claimed_at,
    started_at: row.started_at,
    completed_at: row.completed_at,
    confirmed_at: row.confirmed_at,
    sitter: {
      id: row.sitter_id,
      full_name: row.sitter_name,
      profile_image_url: row.sitter_image,
      is_verified: row.sitter_verified,
    },
    sitter_rating: row.sitter_rating,
    sitter_reliability: row.sitter_reliability,
  };
}

/** An entry of a job's history; other sitters' claims without details. [J6] */
export function presentJobEvent(
  row: JobEvent,
  job: Pick<JobRow, 'owner_id'>,
  viewer: Pick<Viewer, 'id'>,
): JobEvent {
  const { id, action, created_at, actor_role, actor, claim_id, sitter, reason } = row;
  const told = seesEventInFull(viewer, job, sitter)
    ? { claim_id, sitter, reason }
    : { claim_id: null, sitter: null, reason: null };
  return { id, action, created_at, actor_role, actor, ...told };
}
