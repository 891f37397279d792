import { z } from 'zod';
import { confirmErrors } from '../account/proof.ts';
import { blockErrors } from '../block/contract.ts';
import { decisionKindSchema, staffNoteSchema, suspensionEndSchema } from '../moderation/schema.ts';
import { moderationReasonSchema } from '../staff/moderation.ts';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import { takenErrors } from './errors.ts';
import {
  ownReportSchema,
  queuedReportSchema,
  reportDetailsSchema,
  reportReasonSchema,
  reportStateSchema,
  staffReportSchema,
} from './schema.ts';
import { reportSubjectSchema } from './subject.ts';

const tags = ['reports'];
const decideErrors = {
  ...takenErrors,
  ALREADY_SUSPENDED: { status: 409, message: 'This member is already suspended.' },
  HEARING_OPEN: {
    status: 409,
    message: 'The member was asked and can still answer. Please wait for that.',
  },
  CONTENT_GONE: { status: 409, message: 'This is no longer there, or can’t be removed now.' },
  ...confirmErrors,
} as const;

export const report = {
  /**
   * Reports something that the caller sees. The server keeps a copy for staff; the reported
   * member is not notified. With `block` it also blocks that member.
   */
  send: base
    .route({ method: 'POST', path: '/rest/v1/reports', successStatus: 201, tags })
    .errors({
      ...blockErrors,
      ALREADY_REPORTED: {
        status: 409,
        message: 'You have already reported this. We are looking into it.',
      },
    })
    .input(
      z.strictObject({
        subject_type: reportSubjectSchema,
        /**
         * The id of the message, job, review or member; for a thread, of the conversation or
         * claim; for a picture, of its member or job.
         */
        subject_id: uuidSchema,
        reason: reportReasonSchema,
        details: reportDetailsSchema,
        block: z.boolean().default(false),
      }),
    )
    .output(ownReportSchema),

  /**
   * Withdraws an open report of the caller that no staff member has taken; repeating it changes
   * nothing. Its text and the copy are deleted; the reported member is not notified. [S4]
   */
  withdraw: base
    .route({ method: 'POST', path: '/rest/v1/rpc/withdraw_report', tags: ['rpc'] })
    .errors({
      REPORT_IN_REVIEW: {
        status: 409,
        message: 'Our team is already looking into this report.',
      },
      REPORT_DECIDED: takenErrors.REPORT_DECIDED,
    })
    .input(z.strictObject({ id: uuidSchema }))
    .output(ownReportSchema),

  /** The caller's own reports with their outcomes, newest first. */
  listMine: base
    .route({ method: 'GET', path: '/rest/v1/rpc/my_reports', tags: ['rpc'] })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(ownReportSchema)),

  /**
   * Reports by urgency and age, most urgent first; decided ones newest first. Staff only, logged.
   * [S4]
   */
  list: base
    .route({ method: 'GET', path: '/rest/v1/reports', tags })
    .input(
      z.strictObject({
        state: reportStateSchema.default('open'),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(queuedReportSchema)),

  /** The number of waiting reports, and the recent time to a decision; staff only. [S4] */
  count: base.route({ method: 'GET', path: '/rest/v1/rpc/count_reports', tags: ['rpc'] }).output(
    z.object({
      open: z.int(),
      appeals: z.int(),
      /** The median time to a decision in the last 30 days, in minutes. */
      median_minutes: z.int().nullable(),
    }),
  ),

  /** A report with its copy, both sides and earlier decisions; staff only, logged. [S4] */
  get: base
    .route({ method: 'GET', path: '/rest/v1/reports/{id}', tags })
    .input(z.strictObject({ id: uuidSchema }))
    .output(staffReportSchema),

  /** Assigns an unassigned report to the caller; of two at once the second is refused. [S4] */
  take: base
    .route({ method: 'POST', path: '/rest/v1/rpc/take_report', tags: ['rpc'] })
    .errors(takenErrors)
    .input(z.strictObject({ id: uuidSchema }))
    .output(staffReportSchema),

  /** Unassigns a report of the caller. [S4] */
  giveBack: base
    .route({ method: 'POST', path: '/rest/v1/rpc/give_back_report', tags: ['rpc'] })
    .errors(takenErrors)
    .input(z.strictObject({ id: uuidSchema }))
    .output(staffReportSchema),

  /**
   * Decides a report assigned to the caller, and all open reports of the same content. [S4]
   * Nothing is decided against a member who can still answer a question, unless the report is
   * about danger.
   */
  decide: base
    .route({ method: 'POST', path: '/rest/v1/rpc/decide_report', tags: ['rpc'] })
    .errors(decideErrors)
    .input(
      z
        .strictObject({
          id: uuidSchema,
          kind: decisionKindSchema,
          /** Shown to the member concerned; nobody sees it if nothing is done. */
          reason: moderationReasonSchema.optional(),
          note: staffNoteSchema,
          /** For a suspension. */
          ends_at: suspensionEndSchema.default(null),
        })
        .refine(({ kind, reason }) => kind === 'dismiss' || reason, {
          path: ['reason'],
          message: 'Reason is required',
        })
        .refine(({ kind, ends_at }) => (kind === 'suspend') === (ends_at !== null), {
          path: ['ends_at'],
          message: 'Only a suspension has an end, and needs one',
        }),
    )
    .output(staffReportSchema),
};
