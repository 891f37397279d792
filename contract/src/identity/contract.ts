import { z } from 'zod';
import { base, cursorSchema, page, pageSize } from '../transport/base.ts';
import { identityStepSchema, ownIdentityCheckSchema, staffIdentityCheckSchema } from './schema.ts';

const overError = {
  CHECK_OVER: { status: 409, message: 'This check has moved on in the meantime.' },
} as const;

export const identity = {
  /** The caller's latest check of identity, or null. */
  findMine: base
    .route({ method: 'GET', path: '/rest/v1/rpc/get_my_identity_check', tags: ['rpc'] })
    .output(ownIdentityCheckSchema.nullable()),

  /**
   * Asks for a check; while one waits it answers that one. A confirmed one can be renewed in its last
   * 60 days, and counts until the new one is confirmed; before, throws IDENTITY_VALID.
   */
  request: base
    .route({ method: 'POST', path: '/rest/v1/rpc/request_identity_check', tags: ['rpc'] })
    .errors({
      IDENTITY_VALID: { status: 409, message: 'Your identity is confirmed already.' },
    })
    .output(ownIdentityCheckSchema),

  /** Takes a request or a confirmed identity of the caller's back. Throws NOT_FOUND, CHECK_OVER. */
  withdraw: base
    .route({ method: 'POST', path: '/rest/v1/rpc/withdraw_identity_check', tags: ['rpc'] })
    .errors(overError)
    .input(z.strictObject({ id: z.uuid() }))
    .output(ownIdentityCheckSchema),

  /** Checks for staff: those that wait, count, or are over; newest first, logged. [S4] */
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
   * One step of a check: recorded by one of the staff, confirmed by another who is not the member
   * either; or refused, or revoked, with a reason that the member reads. Throws NOT_FOUND, FORBIDDEN
   * for oneself, SECOND_PERSON_NEEDED, CHECK_OVER. [S4]
   */
  decide: base
    .route({ method: 'POST', path: '/rest/v1/rpc/decide_identity_check', tags: ['rpc'] })
    .errors({
      ...overError,
      SECOND_PERSON_NEEDED: {
        status: 409,
        message: 'You recorded this check. Someone else of the team has to confirm it.',
      },
    })
    .input(identityStepSchema)
    .output(staffIdentityCheckSchema),
};
