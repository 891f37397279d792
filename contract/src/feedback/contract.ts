import { z } from 'zod';
import { base, cursorSchema, page, pageSize, trapSchema, uuidSchema } from '../transport/base.ts';
import { cutFeedback } from './rules.ts';
import {
  chosenTopicSchema,
  feedbackFormSchema,
  feedbackSchema,
  feedbackStatusSchema,
  staffFeedbackSchema,
} from './schema.ts';

export const feedback = {
  /**
   * Accepts a message from anybody; user, user agent and time are set by the server. Repeating a
   * `client_id` returns the first message. [F2] [F3]
   */
  send: base
    .route({ method: 'POST', path: '/rest/v1/feedback', successStatus: 201, tags: ['feedback'] })
    .input(
      feedbackFormSchema.extend({
        page_url: z.string().max(2000).default(''),
        website: trapSchema,
        client_id: uuidSchema.optional(),
        user_id: uuidSchema.nullish(),
        /** The job from which help was requested: one that the caller posted or has claimed. */
        job_id: uuidSchema.nullish(),
        topic: chosenTopicSchema.nullish(),
        /** Must equal the request's own header, which is the value that the server stores. */
        user_agent: z.string().max(2000).optional(),
      }),
    )
    .output(z.object({ id: uuidSchema })),

  /** The caller's own requests, newest first. */
  listMine: base
    .route({ method: 'GET', path: '/rest/v1/rpc/my_feedback', tags: ['rpc'] })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(feedbackSchema)),

  /** All requests, newest first; staff only, logged. [F4] */
  list: base
    .route({ method: 'GET', path: '/rest/v1/feedback', tags: ['feedback'] })
    .input(
      z.strictObject({
        status: feedbackStatusSchema.optional(),
        overdue: z.stringbool().optional(),
        /**
         * Requests that wait and concern a job in progress, or one that should have started or
         * starts within a day.
         */
        urgent: z.stringbool().optional(),
        search: z.string().trim().max(100).optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(staffFeedbackSchema)),

  /** One request with all that staff see; staff only, logged. [F4] */
  get: base
    .route({ method: 'GET', path: '/rest/v1/feedback/{id}', tags: ['feedback'] })
    .input(z.strictObject({ id: uuidSchema }))
    .output(staffFeedbackSchema),

  /** How many requests wait, and how many are overdue; staff only. */
  count: base.route({ method: 'GET', path: '/rest/v1/rpc/count_feedback', tags: ['rpc'] }).output(
    z.object({
      open: z.int(),
      overdue: z.int(),
      /** For super admins: whether something waits that nobody on the team may handle. */
      needs_more_staff: z.boolean(),
    }),
  ),

  /**
   * Sets any status, or answers, which sets it to responded; refused when somebody else changed
   * it first, or when an older request to end a job would be open beside a newer one. [F4]
   */
  update: base
    .route({ method: 'PATCH', path: '/rest/v1/feedback/{id}', tags: ['feedback'] })
    .errors({
      FEEDBACK_CHANGED: {
        status: 409,
        message: 'Someone else changed this in the meantime. Please check again.',
      },
      NEWER_REQUEST_OPEN: {
        status: 409,
        message: 'They have a newer request about this job. Answer that one.',
      },
    })
    .input(
      z
        .strictObject({
          id: uuidSchema,
          /** The version that the caller saw; without it, later changes are overwritten. */
          version: z.int32().optional(),
          status: feedbackStatusSchema.exclude(['responded']).optional(),
          admin_response: z
            .string()
            .transform(cutFeedback)
            .pipe(z.string().min(1, 'Please write an answer'))
            .optional(),
        })
        .refine((change) => change.status || change.admin_response, 'Nothing to change'),
    )
    .output(staffFeedbackSchema),
};
