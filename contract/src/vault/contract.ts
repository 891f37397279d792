import { z } from 'zod';
import { jobErrors } from '../job/contract.ts';
import { base, uuidSchema } from '../transport/base.ts';
import { ACCESS_OPENS_HOURS } from './rules.ts';
import {
  accessPartSchema,
  homeAccessEditSchema,
  homeAccessSchema,
  jobAccessSchema,
} from './schema.ts';

const ofJob = z.strictObject({ job_id: uuidSchema });

const attachErrors = {
  CLAIM_CHANGED: jobErrors.CLAIM_CHANGED,
  HOME_ACCESS_EMPTY: { status: 409, message: 'Fill in your home access first.' },
  JOB_IS_OVER: { status: 409, message: 'This job is over.' },
} as const;

export const vault = {
  /** The caller's home access. */
  getHome: base
    .route({ method: 'GET', path: '/rest/v1/rpc/home_access', tags: ['rpc'] })
    .output(homeAccessSchema),

  /** Saves parts of it, and updates the copies attached to the caller's jobs that are not over. */
  saveHome: base
    .route({ method: 'POST', path: '/rest/v1/rpc/save_home_access', tags: ['rpc'] })
    .input(homeAccessEditSchema)
    .output(homeAccessSchema),

  /**
   * Which parts are attached to a job and when they can be opened; for its owner and for the
   * sitter who holds it. FORBIDDEN for others who see the job, NOT_FOUND for those who don't.
   */
  getJobAccess: base
    .route({ method: 'GET', path: '/rest/v1/rpc/job_access', tags: ['rpc'] })
    .input(ofJob)
    .output(jobAccessSchema),

  /**
   * Attaches a copy of the caller's home access to their job, which must not be over; it is
   * removed when the sitter changes. `claim_id` is the claim that the caller was shown, null for
   * none: CLAIM_CHANGED if the job has another one by then.
   */
  attach: base
    .route({ method: 'POST', path: '/rest/v1/rpc/attach_home_access', tags: ['rpc'] })
    .errors(attachErrors)
    .input(ofJob.extend({ claim_id: uuidSchema.nullable().optional() }))
    .output(jobAccessSchema),

  /** Removes that copy immediately. */
  detach: base
    .route({ method: 'POST', path: '/rest/v1/rpc/detach_home_access', tags: ['rpc'] })
    .input(ofJob)
    .output(jobAccessSchema),

  /**
   * Shows one part to the sitter who holds the job, from 24 hours before its start until its end,
   * and records the view. FORBIDDEN for others, or NOT_FOUND if they can't see the job.
   */
  open: base
    .route({ method: 'POST', path: '/rest/v1/rpc/open_job_access', tags: ['rpc'] })
    .errors({
      ACCESS_CLOSED: {
        status: 409,
        message: `This opens ${ACCESS_OPENS_HOURS} hours before the job starts and closes when it ends.`,
      },
      ACCESS_UNREADABLE: {
        status: 409,
        message: 'This can no longer be read. Please ask the owner to enter it again.',
      },
    })
    .input(ofJob.extend({ part: accessPartSchema }))
    .output(z.object({ part: accessPartSchema, text: z.string() })),
};
