import type { CancelCode, JobStatus, JobType, PetSize } from '@kindpal/contract/job/schema';
import type { Reliability } from '@kindpal/contract/member/reliability';
import type { PaymentLinks } from '@kindpal/contract/payment/rules';
import type { Rating } from '@kindpal/contract/review/rating';

/** A job with the data of its owner's card, selected by `JOB_COLUMNS`; times are ISO texts. */
export type JobRow = {
  id: string;
  owner_id: string;
  title: string;
  description: string;
  location: string | null;
  job_type: JobType;
  start_date: string;
  end_date: string;
  time_zone: string;
  total_amount: number;
  hourly_rate: number | null;
  status: JobStatus;
  cancel_code: CancelCode | null;
  cancel_reason: string | null;
  created_at: string;
  special_instructions: string | null;
  pet_name: string;
  pet_breed: string | null;
  pet_size: PetSize | null;
  pet_image_url: string | null;
  owner_name: string;
  owner_image: string | null;
  owner_verified: boolean;
};

/** The claim that a job's participants see, with fields for the owner only. */
export type ClaimRow = {
  claim_id: string;
  sitter_id: string;
  claimed_at: string;
  ended_at: string | null;
  started_at: string | null;
  completed_at: string | null;
  confirmed_at: string | null;
  sitter_name: string;
  sitter_image: string | null;
  sitter_verified: boolean;
  cash_app_handle: string | null;
  payment_links: PaymentLinks;
  sitter_rating: Rating;
  sitter_reliability: Reliability | null;
};

/**
 * Over `job` (jobs) and `owner` (users). Flat, because nested objects take PostgreSQL twice the
 * time.
 */
export const JOB_COLUMNS = `job.id, job.owner_id, job.title, job.description, job.location,
  job.job_type, job.start_date, job.end_date, job.time_zone, job.total_amount, job.hourly_rate,
  job.status, job.cancel_code, job.cancel_reason, job.created_at, job.special_instructions, job.pet_name,
  job.pet_breed, job.pet_size, job.pet_image_url, owner.full_name AS owner_name,
  owner.profile_image_url AS owner_image, owner.is_verified AS owner_verified`;

/** Over `claim` (job_claims) and `sitter` (users). */
export const CLAIM_OF_JOB_COLUMNS = `claim.id AS claim_id, claim.sitter_id, claim.claimed_at,
  claim.ended_at, claim.started_at, claim.completed_at, claim.confirmed_at, sitter.full_name AS sitter_name,
  sitter.profile_image_url AS sitter_image, sitter.is_verified AS sitter_verified,
  sitter.cash_app_handle, sitter.payment_links`;

/** The live claim of a job, or the one that completed it; over `claim` (job_claims). */
export const CURRENT_CLAIM = `(claim.ended_at IS NULL OR claim.end_reason = 'completed')`;

/** The same for a claim already read: the claim if it is live or completed, else null. */
export function currentOf<Claim extends { ended_at: string | null; end_reason: string | null }>(
  claim: Claim | null,
): Claim | null {
  return claim && (claim.ended_at === null || claim.end_reason === 'completed') ? claim : null;
}
