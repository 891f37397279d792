import { z } from 'zod';

/** The tables whose changes are sent live. [X4] */
export const liveTableSchema = z.enum([
  'jobs',
  'job_claims',
  'job_access',
  'messages',
  'conversation_messages',
  'reviews',
  'users',
  'invites',
  'sessions',
  'feedback',
  'invite_requests',
  'waitlist_entries',
  'newsletter_subscriptions',
  'notifications',
  'data_views',
]);
export type LiveTable = z.infer<typeof liveTableSchema>;

/** A change: where and what, never the row itself. `keys` say what to refetch. */
export const changeEventSchema = z.object({
  table: liveTableSchema,
  op: z.enum(['insert', 'update', 'delete']),
  id: z.uuid(),
  job_id: z.uuid().optional(),
  conversation_id: z.uuid().optional(),
});
export type ChangeEvent = z.infer<typeof changeEventSchema>;
