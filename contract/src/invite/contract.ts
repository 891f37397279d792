import { z } from 'zod';
import { confirmationErrors } from '../account/proof.ts';
import { verbatimText } from '../text/schema.ts';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import { inviteCodeSchema } from './code.ts';
import {
  inviteRequestSchema,
  inviteRequestStatusSchema,
  inviteSchema,
  inviteTreeSchema,
  staffInviteRequestSchema,
} from './schema.ts';

const INVITE_USED = {
  INVITE_USED: { status: 409, message: 'This code has already been used.' },
};

export const invite = {
  /** The caller's own invite, PGRST116 before one was generated. [I2] [X2] */
  getMine: base
    .route({ method: 'GET', path: '/rest/v1/invites', tags: ['invites'] })
    .input(z.strictObject({ created_by: uuidSchema.optional() }))
    .output(inviteSchema),

  /** The member's unused code, the same on every call; refused once it was used. [I1] [I3] [X3] */
  generate: base
    .route({ method: 'POST', path: '/rest/v1/rpc/generate_invite_code', tags: ['rpc'] })
    .errors({ ...INVITE_USED, ...confirmationErrors })
    .output(z.string()),

  /** Replaces an unused code; the old one stops working. [I2] */
  replace: base
    .route({ method: 'POST', path: '/rest/v1/rpc/replace_invite_code', tags: ['rpc'] })
    .errors(INVITE_USED)
    .output(z.string()),

  /** Who the caller invited and when, and who invited the caller. */
  getTree: base
    .route({ method: 'GET', path: '/rest/v1/rpc/my_invitations', tags: ['rpc'] })
    .output(inviteTreeSchema),

  /** Asks staff for another code; one open request at a time. [I1] */
  requestMore: base
    .route({
      method: 'POST',
      path: '/rest/v1/invite_requests',
      successStatus: 201,
      tags: ['invite_requests'],
    })
    .errors({
      REQUEST_PENDING: { status: 409, message: 'You have already asked; staff will answer soon.' },
      ...confirmationErrors,
    })
    .input(z.strictObject({ message: verbatimText({ label: 'Message', max: 500 }) }))
    .output(inviteRequestSchema),

  /** The caller's newest request for more codes; null while they have never asked. [I1] */
  findMyRequest: base
    .route({ method: 'GET', path: '/rest/v1/rpc/my_invite_request', tags: ['rpc'] })
    .output(inviteRequestSchema.nullable()),

  /** Requests for more codes, waiting ones first; staff only, logged. */
  listRequests: base
    .route({ method: 'GET', path: '/rest/v1/invite_requests', tags: ['invite_requests'] })
    .input(
      z.strictObject({
        status: inviteRequestStatusSchema.optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(staffInviteRequestSchema)),

  /** Grants or refuses a request with a reason; the member is notified in the app and by email. */
  decideRequest: base
    .route({ method: 'PATCH', path: '/rest/v1/invite_requests/{id}', tags: ['invite_requests'] })
    .errors({
      ALREADY_DECIDED: { status: 409, message: 'Someone else already decided this.' },
      OWN_REQUEST: { status: 403, message: 'You can’t decide your own request.' },
    })
    .input(
      z.strictObject({
        id: uuidSchema,
        decision: z.enum(['granted', 'refused']),
        reason: verbatimText({ label: 'Reason', max: 500, min: 1 }),
      }),
    )
    .output(staffInviteRequestSchema),

  /** Disables a code; staff only, logged. */
  disable: base
    .route({ method: 'POST', path: '/rest/v1/rpc/disable_invite', tags: ['rpc'] })
    .errors(INVITE_USED)
    .input(
      z.strictObject({
        code: inviteCodeSchema,
        reason: verbatimText({ label: 'Reason', max: 500, min: 1 }),
      }),
    )
    .output(z.object({})),

  /** Whether a code is valid now: a bare yes or no, rate-limited. [U1] */
  check: base
    .route({ method: 'POST', path: '/rest/v1/rpc/check_invite_code', tags: ['rpc'] })
    .input(z.strictObject({ code: inviteCodeSchema }))
    .output(z.boolean()),
};
