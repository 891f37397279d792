import { z } from 'zod';
import { proofErrors, proofShape } from '../account/proof.ts';
import { base, idSchema, momentSchema } from '../transport/base.ts';

/** For how long a member can take the deletion of their account back, in days. [X1] */
export const DELETION_DAYS = 14;

/** A job that keeps an account from being deleted while it runs. [X1] */
export const runningJobSchema = z.object({ id: idSchema, title: z.string() });

const tags = ['auth'];
const path = '/auth/v1/deletion';

export const deletion = {
  /** When the caller's account is deleted, or null while it stays; and the jobs that run now. [X1] */
  get: base.route({ method: 'GET', path, tags }).output(
    z.object({
      due_at: momentSchema.nullable(),
      running_jobs: z.array(runningJobSchema),
    }),
  ),

  /**
   * Asks for the deletion of the caller's account, with the current password or a code; it happens 14 days
   * later. A second time changes nothing. [X1]
   */
  request: base
    .route({ method: 'POST', path, tags })
    .errors({
      ...proofErrors,
      JOB_UNDER_WAY: {
        status: 409,
        message: 'A job is under way. You can delete your account once it is done.',
      },
      STAFF_ROLE_HELD: {
        status: 409,
        message: 'Ask a super admin to take your staff role away first.',
      },
    })
    .input(z.strictObject(proofShape))
    .output(z.object({ due_at: momentSchema })),

  /** Keeps the caller's account after all. [X1] */
  withdraw: base.route({ method: 'DELETE', path, successStatus: 204, tags }).output(z.void()),
};
