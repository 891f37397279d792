import { z } from 'zod';
import { confirmationErrors } from '../account/proof.ts';
import { requirementsSchema } from '../job/requirements.ts';
import { base, uuidSchema } from '../transport/base.ts';
import { offerSchema, offersOfJobSchema, STANDBY_MAX } from './schema.ts';

/** Errors for callers who do not meet a job's requirements; used by claiming and by waiting. */
export const requirementErrors = {
  REQUIREMENTS_NOT_MET: {
    status: 409,
    message: 'This job requires something that you don’t have yet.',
    data: requirementsSchema,
  },
} as const;

export const offer = {
  /**
   * Jobs offered to the caller before others, and jobs they wait for; up to 50, soonest first.
   * [J5]
   */
  list: base
    .route({ method: 'GET', path: '/rest/v1/job_offers', tags: ['job_offers'] })
    .output(z.object({ items: z.array(offerSchema) })),

  /**
   * The sitters that the caller asked first for their job, and how many wait for it. NOT_FOUND
   * for others. [J2]
   */
  getOfJob: base
    .route({ method: 'GET', path: '/rest/v1/rpc/offers_of_job', tags: ['rpc'] })
    .input(z.strictObject({ job_id: uuidSchema }))
    .output(offersOfJobSchema),

  /**
   * Joins the waiting list of a claimed job, first come, first served; a second time, the place
   * stays. [J5] NOT_FOUND for a job that the caller can't see.
   */
  join: base
    .route({ method: 'POST', path: '/rest/v1/rpc/wait_for_job', successStatus: 204, tags: ['rpc'] })
    .errors({
      ...confirmationErrors,
      ...requirementErrors,
      JOB_IS_OPEN: { status: 409, message: 'This job is open. You can claim it now.' },
      CANNOT_WAIT_FOR_JOB: { status: 409, message: 'You can’t get in line for this job.' },
      LINE_IS_FULL: {
        status: 409,
        message: `${STANDBY_MAX} sitters wait for this job already.`,
      },
    })
    .input(z.strictObject({ job_id: uuidSchema }))
    .output(z.void()),

  /**
   * Declines an offer, or stops waiting; the job goes to the next in line. Without one, nothing
   * happens. [J5]
   */
  decline: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/decline_job_offer',
      successStatus: 204,
      tags: ['rpc'],
    })
    .input(z.strictObject({ job_id: uuidSchema }))
    .output(z.void()),
};
