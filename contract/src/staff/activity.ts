import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../transport/base.ts';

/** What staff view: logged once per view. [S3] */
export const READ_ACTIONS = [
  'users_read',
  'identity_read',
  'role_read',
  'job_read',
  'jobs_read',
  'profiles_read',
  'reviews_read',
  'reports_read',
  'appeals_read',
  'chat_read',
  'feedback_read',
  'invite_requests_read',
  'waitlist_read',
  'newsletter_read',
  'deliveries_read',
  'activity_read',
  'activity_export',
] as const;
export type ReadAction = (typeof READ_ACTIONS)[number];

/** What staff do. [S3] */
export const CHANGE_ACTIONS = [
  'role_change',
  'factor_reset',
  'sign_in_domain_assign',
  'sign_in_domain_remove',
  'post_review_set',
  'job_take_down',
  'claim_end',
  'photo_removal',
  'bio_removal',
  'review_hide',
  'review_restore',
  'report_decision',
  'hearing_ask',
  'chat_reading_ask',
  'chat_reading_decision',
  'member_suspend',
  'member_ban',
  'decision_undo',
  'appeal_decision',
  'feedback_answer',
  'feedback_status',
  'invite_request_decision',
  'invite_disable',
  'waitlist_invite',
  'identity_check',
  'identity_confirmation',
  'identity_refusal',
  'identity_revocation',
] as const;

export const activityActionSchema = z.enum([...READ_ACTIONS, ...CHANGE_ACTIONS]);
export type ActivityAction = z.infer<typeof activityActionSchema>;

/** The kind of row an entry is about. */
export const ACTIVITY_TARGETS = [
  'user',
  'job',
  'review',
  'report',
  'chat_reading',
  'feedback',
  'invite',
  'invite_request',
  'waitlist_entry',
  'newsletter_subscription',
  'sign_in_domain',
  'activity',
] as const;
export type ActivityTarget = (typeof ACTIVITY_TARGETS)[number];

/**
 * A time that the log can store: years 2000 to 9999, in UTC to the microsecond. PostgreSQL
 * refuses the year 0 and offsets beyond 16 hours, which ISO 8601 allows.
 */
const logMomentSchema = timestampSchema
  .refine((value) => {
    const year = new Date(value).getUTCFullYear();
    return year >= 2000 && year <= 9999;
  }, 'Must be between the years 2000 and 9999')
  .transform((value) => {
    const fraction = /\.\d{1,6}/.exec(value)?.[0] ?? '';
    return `${new Date(value).toISOString().slice(0, 19)}${fraction}Z`;
  });

/** Who did what, to what, and when; `from` is inclusive, `until` exclusive. */
export const activityFilterSchema = z.strictObject({
  admin_id: uuidSchema.optional(),
  action: activityActionSchema.optional(),
  /** One row, also as part of a list that was viewed. */
  target_id: uuidSchema.optional(),
  from: logMomentSchema.optional(),
  until: logMomentSchema.optional(),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

/** How many rows of a list an entry names; `ids` in its details has all of them. */
export const NAMED_TARGETS = 50;

/** An entry of the activity log. Actions of other releases keep their names. [S3] */
export const activitySchema = z.object({
  id: uuidSchema,
  admin_id: uuidSchema,
  /** Null once that member has left. */
  admin_name: z.string().nullable(),
  action: z.string(),
  target_type: z.string(),
  target_id: uuidSchema.nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: timestampSchema,
  /** The rows it is about, with the name of a member or the title of a job where there is one. */
  targets: z.array(z.object({ id: uuidSchema, name: z.string().nullable() })),
});
export type Activity = z.infer<typeof activitySchema>;

/** Where the whole filtered log is downloaded, streamed. */
export const ACTIVITY_EXPORT = {
  csv: '/rest/v1/admin_activity_logs.csv',
  json: '/rest/v1/admin_activity_logs.json',
} as const;
