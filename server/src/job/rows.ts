import type { JobStatus, JobType, PetSize } from '@kindpal/contract/job/schema';
import type { MemberCard, PaymentLinks } from '@kindpal/contract/member/schema';

/** A job with its owner's card, as `JOB_COLUMNS` makes it; times are ISO texts. */
export type JobRow = {
  id: string;
  owner_id: string;
  title: string;
  description: string;
  location: string;
  job_type: JobType;
  start_date: string;
  end_date: string;
  time_zone: string;
  total_amount: number;
  hourly_rate: number | null;
  status: JobStatus;
  cancel_reason: string | null;
  created_at: string;
  special_instructions: string | null;
  pet_details: {
    name: string;
    breed: string | null;
    size: PetSize | 'Unknown';
    image_url: string | null;
  };
  owner: MemberCard;
};

/** The claim that a job's participants see, with what only its owner may be shown. */
export type ClaimRow = {
  id: string;
  sitter_id: string;
  claimed_at: string;
  started_at: string | null;
  completed_at: string | null;
  confirmed_at: string | null;
  sitter: MemberCard;
  cash_app_handle: string | null;
  payment_links: PaymentLinks;
};

/** A member's card of the alias given, as JSON. */
export function cardColumns(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'full_name', ${alias}.full_name,
    'profile_image_url', ${alias}.profile_image_url, 'is_verified', ${alias}.is_verified)`;
}

/** Over `job` (jobs) and `owner` (users). */
export const JOB_COLUMNS = `job.id, job.owner_id, job.title, job.description, job.location,
  job.job_type, job.start_date, job.end_date, job.time_zone, job.total_amount, job.hourly_rate,
  job.status, job.cancel_reason, job.created_at, job.special_instructions,
  json_build_object('name', job.pet_name, 'breed', job.pet_breed,
    'size', coalesce(job.pet_size, 'Unknown'), 'image_url', job.pet_image_url) AS pet_details,
  ${cardColumns('owner')} AS owner`;

/** The live claim of a job, or the one that completed it; over `claim` (job_claims). */
export const CURRENT_CLAIM = `(claim.ended_at IS NULL OR claim.end_reason = 'completed')`;
