import { z } from 'zod';
import { confirmErrors } from '../account/proof.ts';
import { archiveErrors } from '../archive/contract.ts';
import { deletionErrors } from '../deletion/contract.ts';
import { factorCodeErrors, textErrors } from '../factor/contract.ts';
import { memberCardSchema } from '../member/schema.ts';
import { moderationReasonSchema } from '../staff/moderation.ts';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import { linkErrors, linkTokenSchema } from '../transport/mailed-link.ts';
import {
  accountActionSchema,
  appealDecisionSchema,
  appealTextSchema,
  moderationSummarySchema,
  ownDecisionSchema,
  postReviewSchema,
  staffDecisionSchema,
  staffNoteSchema,
  suspendedAccountSchema,
  suspensionEndSchema,
} from './schema.ts';

const appealErrors = {
  APPEAL_CLOSED: { status: 409, message: 'An appeal is no longer possible here.' },
} as const;
const decisionErrors = {
  DECISION_OVER: {
    status: 409,
    message: 'This was already lifted or decided. Please check again.',
  },
} as const;

export const moderation = {
  /**
   * Suspends a member until a given time, or bans them without one: sessions end, open jobs are
   * hidden, held jobs are released. Staff only, for members below their own role; logged. [S4]
   */
  suspend: base
    .route({ method: 'POST', path: '/rest/v1/rpc/suspend_member', tags: ['rpc'] })
    .errors({
      ALREADY_SUSPENDED: { status: 409, message: 'This member is already suspended.' },
      ...confirmErrors,
    })
    .input(
      z.strictObject({
        member_id: uuidSchema,
        ends_at: suspensionEndSchema,
        /** Shown to the member. */
        reason: moderationReasonSchema,
        note: staffNoteSchema,
      }),
    )
    .output(staffDecisionSchema),

  /**
   * How many first jobs of each new member staff review before others see them; staff only. [S4]
   */
  getPostReview: base
    .route({ method: 'GET', path: '/rest/v1/rpc/post_review', tags: ['rpc'] })
    .output(postReviewSchema),

  /** Sets it for jobs posted from now on; super admins, logged. [S4] */
  setPostReview: base
    .route({ method: 'POST', path: '/rest/v1/rpc/set_post_review', tags: ['rpc'] })
    .input(postReviewSchema)
    .output(postReviewSchema),

  /**
   * Reverses a decision, with a reason for the log; staff only. Lifting a suspension or ban needs a
   * recent proof of identity. [S4] [U10]
   */
  undo: base
    .route({ method: 'POST', path: '/rest/v1/rpc/undo_decision', tags: ['rpc'] })
    .errors({ ...decisionErrors, ...confirmErrors })
    .input(z.strictObject({ id: uuidSchema, reason: moderationReasonSchema }))
    .output(staffDecisionSchema),

  /**
   * Decides an appeal; only staff who did not make the decision. The member gets the answer.
   * Lifting a suspension or ban needs a recent proof of identity. [S4] [U10]
   */
  decideAppeal: base
    .route({ method: 'POST', path: '/rest/v1/rpc/decide_appeal', tags: ['rpc'] })
    .errors({
      ...decisionErrors,
      ...confirmErrors,
      OWN_DECISION: { status: 403, message: 'Someone else has to decide about this appeal.' },
    })
    .input(
      z.strictObject({
        id: uuidSchema,
        decision: appealDecisionSchema,
        answer: moderationReasonSchema,
      }),
    )
    .output(staffDecisionSchema),

  /** A suspension, for a member with the link from the sign-in page or the email. [U3] */
  getSuspension: base
    .route({ method: 'POST', path: '/rest/v1/rpc/own_suspension', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(ownDecisionSchema),

  /** Appeals the suspension, once. [U3] */
  appealSuspension: base
    .route({ method: 'POST', path: '/rest/v1/rpc/appeal_suspension', tags: ['rpc'] })
    .errors({ ...linkErrors, ...appealErrors })
    .input(linkTokenSchema.extend({ text: appealTextSchema }))
    .output(ownDecisionSchema),

  /**
   * Emails a suspended member a link for `manageAccount`, at most 3 in 15 minutes. [U3] [X1]
   */
  mailAccountLink: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/mail_suspended_account_link',
      successStatus: 204,
      tags: ['rpc'],
    })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(z.void()),

  /**
   * Shows a suspended member with the emailed link the copy of their data and the deletion of their
   * account, after the given action. If a second factor protects the account, the link also needs
   * a `code` of its app or phone, or a recovery code; from then on the returned `token` takes the
   * place of the link. [U3] [U13] [X1]
   */
  manageAccount: base
    .route({ method: 'POST', path: '/rest/v1/rpc/manage_suspended_account', tags: ['rpc'] })
    .errors({ ...linkErrors, ...factorCodeErrors, ...archiveErrors, ...deletionErrors })
    .input(
      linkTokenSchema.extend({
        action: accountActionSchema,
        code: z.string().max(50).optional(),
      }),
    )
    .output(suspendedAccountSchema),

  /**
   * Texts a code for `manageAccount` to the phone that is a second factor of the account; it works
   * with this link only. [U13] [X1]
   */
  textAccountCode: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/text_suspended_account_code',
      successStatus: 204,
      tags: ['rpc'],
    })
    .errors({ ...linkErrors, ...textErrors })
    .input(linkTokenSchema)
    .output(z.void()),

  /** Staff decisions about the caller, newest first, without the names of staff. */
  listMine: base
    .route({ method: 'GET', path: '/rest/v1/rpc/my_decisions', tags: ['rpc'] })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(ownDecisionSchema)),

  /** Appeals a decision, once. */
  appeal: base
    .route({ method: 'POST', path: '/rest/v1/rpc/appeal_decision', tags: ['rpc'] })
    .errors(appealErrors)
    .input(z.strictObject({ id: uuidSchema, text: appealTextSchema }))
    .output(ownDecisionSchema),

  /**
   * Staff decisions of the last 12 full months (UTC), in numbers and without names, public. [S4]
   */
  getSummary: base
    .route({ method: 'GET', path: '/rest/v1/rpc/moderation_summary', tags: ['rpc'] })
    .output(moderationSummarySchema),

  /**
   * Waiting appeals, oldest first, except those against decisions about the caller and those that
   * their report led to; staff only, logged. [S4]
   */
  listAppeals: base
    .route({ method: 'GET', path: '/rest/v1/rpc/waiting_appeals', tags: ['rpc'] })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(
      page(
        staffDecisionSchema.extend({
          member: memberCardSchema.pick({ id: true, full_name: true }),
        }),
      ),
    ),
};
