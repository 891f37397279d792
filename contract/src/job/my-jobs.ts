import { z } from 'zod';
import { claimEndSchema } from '../claim/schema.ts';
import { memberCardSchema } from '../member/schema.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';
import { type JobStatus, jobCardSchema, memberJobSchema } from './schema.ts';

/** A member's role in a job. */
export const jobSideSchema = z.enum(['owner', 'sitter']);
export type JobSide = z.infer<typeof jobSideSchema>;

/** The phases in My Jobs: the graph's states as a job's participants know them. */
export const jobPhaseSchema = z.enum(['open', 'upcoming', 'in_progress', 'to_confirm', 'past']);
export type JobPhase = z.infer<typeof jobPhaseSchema>;

/** `current` includes every phase in which a sitter holds the job. */
export const myJobsStateSchema = z.enum([...jobPhaseSchema.options, 'current']);
export type MyJobsState = z.infer<typeof myJobsStateSchema>;

/** The phases included in `current`. */
export const CURRENT_PHASES = ['upcoming', 'in_progress', 'to_confirm'] as const;

/** The phase of a job for its owner; for a sitter, while they hold it. [J9] */
export function phaseOfJob(status: JobStatus, awaitsConfirmation: boolean): JobPhase {
  switch (status) {
    case 'open':
    case 'in_progress':
      return status;
    case 'claimed':
      return 'upcoming';
    case 'completed':
      return awaitsConfirmation ? 'to_confirm' : 'past';
    case 'cancelled':
      return 'past';
  }
}

/** How a claim ended, for its owner and its sitter. */
export const myClaimSchema = z.object({
  id: uuidSchema,
  claimed_at: timestampSchema,
  ended_at: timestampSchema.nullable(),
  end_reason: claimEndSchema.nullable(),
  /** The note given when it ended. */
  end_note: z.string().nullable(),
  /** Null if it has not ended, or ended by the scheduler. */
  ended_by: jobSideSchema.or(z.literal('staff')).nullable(),
});
export type MyClaim = z.infer<typeof myClaimSchema>;

/** A job in My Jobs. For an owner `claim` is the job's latest claim, for a sitter their own. */
export const myJobSchema = z.object({
  job: jobCardSchema,
  phase: jobPhaseSchema,
  /** Whether staff must review it before others see it. */
  is_held: z.boolean(),
  claim: myClaimSchema.nullable(),
  /** The sitter who claimed it; null if unclaimed. */
  sitter: memberCardSchema.nullable(),
  can: z.partialRecord(z.enum(['chat', 'release']), z.boolean()),
});
export type MyJob = z.infer<typeof myJobSchema>;

/** The most jobs counted per phase; one more means that there are more. */
export const MY_JOBS_COUNTED = 999;

const jobCountsSchema = z.record(jobPhaseSchema, z.int());
export type JobCounts = z.infer<typeof jobCountsSchema>;
export const myJobCountsSchema = z.object({ owner: jobCountsSchema, sitter: jobCountsSchema });

/** How many jobs of each owner are shown at first. */
export const JOBS_OF_OWNER_SHOWN = 3;

/** An owner with open jobs, including the soonest ones. */
export const ownerWithJobsSchema = z.object({
  owner: memberCardSchema.extend({ location: z.string().nullable() }),
  /** The number of their open jobs, counted up to 1,000. */
  open_jobs: z.int(),
  jobs: z.array(memberJobSchema),
});
export type OwnerWithJobs = z.infer<typeof ownerWithJobsSchema>;
