import { z } from 'zod';

/** A request unanswered for a day, or mails and tasks that failed permanently. [S2] */
export const alertKindSchema = z.enum(['overdue_feedback', 'failed_mails', 'failed_tasks']);
export type AlertKind = z.infer<typeof alertKindSchema>;

/** The figures of the admin dashboard; amounts in the instance's currency. [S2] */
export const statsSchema = z.object({
  total_users: z.int(),
  /** Since the first of the month (UTC). */
  new_users_this_month: z.int(),
  total_jobs: z.int(),
  /** Open jobs. */
  active_jobs: z.int(),
  completed_jobs: z.int(),
  /** Completed jobs as a rounded percentage of all; 0 without jobs. */
  completion_rate: z.int().min(0).max(100),
  /** The pay of all jobs that were posted, whatever their outcome. */
  posted_value: z.number(),
  completed_value: z.number(),
  /**
   * Written but not published: the other side's review is missing and the deadline has not
   * passed. Without reviews by or about the caller.
   */
  pending_reviews: z.int(),
  /** Requests for help that are open or in progress. */
  support_tickets: z.int(),
  /** What needs attention, with counts; empty kinds are left out. */
  alerts: z.array(z.object({ kind: alertKindSchema, count: z.int().min(1) })),
  health: z.object({ database_latency_ms: z.number().min(0) }),
});
export type Stats = z.infer<typeof statsSchema>;

/** How many weeks Analytics covers, including the current one. [S4] */
export const ANALYTICS_WEEKS = 12;

/** The figures of one week. [S4] */
export const weekFiguresSchema = z.object({
  /** Its Monday (UTC), yyyy-MM-dd. */
  week: z.iso.date(),
  new_members: z.int(),
  jobs_posted: z.int(),
  jobs_claimed: z.int(),
  jobs_completed: z.int(),
  messages: z.int(),
  invites_used: z.int(),
});
export type WeekFigures = z.infer<typeof weekFiguresSchema>;
