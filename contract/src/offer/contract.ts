import { z } from 'zod';
import { requirementsSchema } from '../job/requirements.ts';
import { base } from '../transport/base.ts';
import { offerSchema, offersOfJobSchema, STANDBY_MAX } from './schema.ts';

/** The refusals of who does not meet what a job asks for; declared by claiming and by waiting. */
export const requirementErrors = {
  REQUIREMENTS_NOT_MET: {
    status: 409,
    message: 'This job asks for something that you don’t have yet.',
    data: requirementsSchema,
  },
} as const;

export const offer = {
  /** Jobs that are offered to the caller before all others, and jobs that they wait for; up to 50, soonest first. [J5] */
  list: base
    .route({ method: 'GET', path: '/rest/v1/job_offers', tags: ['job_offers'] })
    .output(z.object({ items: z.array(offerSchema) })),

  /** The sitters that the caller asked first for a job of theirs, and how many wait for it. NOT_FOUND for others. [J2] */
  getOfJob: base
    .route({ method: 'GET', path: '/rest/v1/rpc/offers_of_job', tags: ['rpc'] })
    .input(z.strictObject({ job_id: z.uuid() }))
    .output(offersOfJobSchema),

  /**
   * Waits for a claimed job to open again, in the order of asking; again, the place stays. [J5] NOT_FOUND
   * for a job that the caller may not know of.
   */
  join: base
    .route({ method: 'POST', path: '/rest/v1/rpc/wait_for_job', successStatus: 204, tags: ['rpc'] })
    .errors({
      ...requirementErrors,
      JOB_IS_OPEN: { status: 409, message: 'This job is open. You can claim it now.' },
      CANNOT_WAIT_FOR_JOB: { status: 409, message: 'You can’t wait for this job.' },
      LINE_IS_FULL: {
        status: 409,
        message: `${STANDBY_MAX} sitters wait for this job already.`,
      },
    })
    .input(z.strictObject({ job_id: z.uuid() }))
    .output(z.void()),

  /** Says no to an offer, or stops waiting; the job goes on to the next. Without one, nothing happens. [J5] */
  decline: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/decline_job_offer',
      successStatus: 204,
      tags: ['rpc'],
    })
    .input(z.strictObject({ job_id: z.uuid() }))
    .output(z.void()),
};
