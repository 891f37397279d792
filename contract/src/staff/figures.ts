import { z } from 'zod';

/** The figures of the admin dashboard; amounts in the instance's currency. [S2] */
export const statsSchema = z.object({
  total_users: z.int(),
  /** Since the first of the month (UTC). */
  new_users_this_month: z.int(),
  total_jobs: z.int(),
  /** Those that are open. */
  active_jobs: z.int(),
  completed_jobs: z.int(),
  /** Completed of all, as a rounded percent; 0 without jobs. */
  completion_rate: z.int().min(0).max(100),
  /** What is promised for all jobs that were posted, whatever became of them. */
  posted_value: z.number(),
  completed_value: z.number(),
});
export type Stats = z.infer<typeof statsSchema>;

/** Analytics looks back over this many weeks, the present one included. [S4] */
export const ANALYTICS_WEEKS = 12;

/** What happened in one week, in numbers only. [S4] */
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
