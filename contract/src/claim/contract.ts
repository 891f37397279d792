import { z } from 'zod';
import { confirmationErrors } from '../account/proof.ts';
import { jobErrors } from '../job/contract.ts';
import { requirementErrors } from '../offer/contract.ts';
import {
  base,
  cursorSchema,
  momentSchema,
  page,
  pageSize,
  SPECIFIED,
  uuidSchema,
} from '../transport/base.ts';
import { LIVE_CLAIMS_MAX } from './rules.ts';
import {
  claimSchema,
  claimWarningCodeSchema,
  claimWarningSchema,
  claimWithJobSchema,
} from './schema.ts';

export const claim = {
  /** The caller's claims with their jobs, or the claims of a job; newest first. [D3] [X2] */
  list: base
    .route({
      method: 'GET',
      path: '/rest/v1/job_claims',
      tags: ['job_claims'],
      description: SPECIFIED,
    })
    .input(
      z.strictObject({
        sitter_id: uuidSchema.optional(),
        job_id: uuidSchema.optional(),
        /** Only live claims. */
        live: z.stringbool().optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(claimWithJobSchema)),

  /**
   * Claims a job; the first caller wins, however many try at once. [J5] With `accepted_warnings`,
   * a claim against the sitter's own availability or overlapping another job needs that warning
   * listed there; otherwise CLAIM_NEEDS_CONFIRMATION says what to ask. Without it nothing is
   * asked, as in the specification. TOO_MANY_REQUESTS for a sitter who canceled ten claims within
   * a day (`release_by_member`), or claimed jobs for twenty other pets within one
   * (`claimed_pet_by_member`).
   */
  create: base
    .route({
      method: 'POST',
      path: '/rest/v1/job_claims',
      successStatus: 201,
      tags: ['job_claims'],
    })
    .errors({
      ...confirmationErrors,
      JOB_ALREADY_CLAIMED: jobErrors.JOB_ALREADY_CLAIMED,
      CANNOT_CLAIM_JOB: {
        status: 409,
        message: 'This job is no longer available or you cannot claim it.',
      },
      GIVEN_BACK_TOO_OFTEN: {
        status: 409,
        message: 'You’ve canceled your claim on this job three times and can’t claim it again.',
      },
      TOO_MANY_LIVE_CLAIMS: {
        status: 409,
        message: `You hold ${LIVE_CLAIMS_MAX} jobs already. Finish one or cancel a claim first.`,
      },
      DOUBLE_BOOKED: {
        status: 409,
        message: 'You have already claimed a job at exactly this time.',
      },
      ...requirementErrors,
      /** Others may claim it first; the error does not say who. */
      NOT_OPEN_YET: {
        status: 409,
        message: 'This job isn’t open to everyone yet.',
        data: z.object({ opens_at: momentSchema }),
      },
      CLAIM_NEEDS_CONFIRMATION: {
        status: 409,
        message: 'This job doesn’t fit your calendar. Please confirm that you want it.',
        data: z.object({ warnings: z.array(claimWarningSchema).min(1) }),
      },
    })
    .input(
      z.strictObject({
        job_id: uuidSchema,
        sitter_id: uuidSchema.optional(),
        /** The warnings that the sitter has accepted. */
        accepted_warnings: z.array(claimWarningCodeSchema).max(10).optional(),
      }),
    )
    .output(claimSchema),

  /** Ends a live claim; the job opens again and the claim stays in history. [J6] [X2] */
  remove: base
    .route({
      method: 'DELETE',
      path: '/rest/v1/job_claims/{id}',
      successStatus: 204,
      tags: ['job_claims'],
      description: SPECIFIED,
    })
    .errors(jobErrors)
    .input(z.strictObject({ id: uuidSchema }))
    .output(z.void()),

  /** The same, by job and sitter. [J6] [X2] */
  removeByJob: base
    .route({
      method: 'DELETE',
      path: '/rest/v1/job_claims',
      successStatus: 204,
      tags: ['job_claims'],
      description: SPECIFIED,
    })
    .errors(jobErrors)
    .input(z.strictObject({ job_id: uuidSchema, sitter_id: uuidSchema }))
    .output(z.void()),
};
