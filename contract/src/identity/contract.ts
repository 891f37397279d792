import { z } from 'zod';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import { identityStepSchema, ownIdentityCheckSchema, staffIdentityCheckSchema } from './schema.ts';

const overError = {
  CHECK_OVER: { status: 409, message: 'This identity check has changed in the meantime.' },
} as const;

export const identity = {
  /** The caller's latest identity check, or null. */
  findMine: base
    .route({ method: 'GET', path: '/rest/v1/rpc/get_my_identity_check', tags: ['rpc'] })
    .output(ownIdentityCheckSchema.nullable()),

  /**
   * Requests a check, or returns the one that already waits. A confirmed check can be renewed in
   * its last 60 days and stays valid until the new one is confirmed; earlier, throws
   * IDENTITY_VALID.
   */
  request: base
    .route({ method: 'POST', path: '/rest/v1/rpc/request_identity_check', tags: ['rpc'] })
    .errors({
      IDENTITY_VALID: { status: 409, message: 'Your identity is confirmed already.' },
    })
    .output(ownIdentityCheckSchema),

  /** Withdraws the caller's request or confirmed check. Throws NOT_FOUND, CHECK_OVER. */
  withdraw: base
    .route({ method: 'POST', path: '/rest/v1/rpc/withdraw_identity_check', tags: ['rpc'] })
    .errors(overError)
    .input(z.strictObject({ id: uuidSchema }))
    .output(ownIdentityCheckSchema),

  /** Checks for staff: waiting, valid or over; newest first, logged. [S4] */
  list: base
    .route({ method: 'GET', path: '/rest/v1/identity_checks', tags: ['identity_checks'] })
    .input(
      z.strictObject({
        state: z.enum(['waiting', 'confirmed', 'ended']).default('waiting'),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(staffIdentityCheckSchema)),

  /**
   * One step of a check: recorded by a staff member and confirmed by another, neither being the
   * member; or refused or revoked, with a reason that the member reads. Throws NOT_FOUND,
   * FORBIDDEN for one's own check, SECOND_PERSON_NEEDED, CHECK_OVER. [S4]
   */
  decide: base
    .route({ method: 'POST', path: '/rest/v1/rpc/decide_identity_check', tags: ['rpc'] })
    .errors({
      ...overError,
      SECOND_PERSON_NEEDED: {
        status: 409,
        message: 'You recorded this check. Someone else on the team has to confirm it.',
      },
    })
    .input(identityStepSchema)
    .output(staffIdentityCheckSchema),
};
