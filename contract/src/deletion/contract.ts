import { z } from 'zod';
import { proofErrors, proofShape } from '../account/proof.ts';
import { base, idSchema, momentSchema } from '../transport/base.ts';

/** For how many days a member can cancel the deletion of their account. [X1] */
export const DELETION_DAYS = 14;

/** A job in progress, which prevents the deletion of an account. [X1] */
export const runningJobSchema = z.object({ id: idSchema, title: z.string() });

/** When an account will be deleted, null if it won't; and the jobs in progress now. [X1] */
export const deletionSchema = z.object({
  due_at: momentSchema.nullable(),
  running_jobs: z.array(runningJobSchema),
});

export const deletionErrors = {
  JOB_UNDER_WAY: {
    status: 409,
    message: 'A job is in progress. You can delete your account once it is done.',
  },
  STAFF_ROLE_HELD: {
    status: 409,
    message: 'Ask a super admin to take your staff role away first.',
  },
} as const;

const tags = ['auth'];
const path = '/auth/v1/deletion';

export const deletion = {
  /** The deletion of the caller's account. [X1] */
  get: base.route({ method: 'GET', path, tags }).output(deletionSchema),

  /**
   * Requests the deletion of the caller's account, with the current password or a code. It
   * happens 14 days later; a second request changes nothing. [X1]
   */
  request: base
    .route({ method: 'POST', path, tags })
    .errors({ ...proofErrors, ...deletionErrors })
    .input(z.strictObject(proofShape))
    .output(z.object({ due_at: momentSchema })),

  /** Cancels the deletion of the caller's account. [X1] */
  withdraw: base.route({ method: 'DELETE', path, successStatus: 204, tags }).output(z.void()),
};
