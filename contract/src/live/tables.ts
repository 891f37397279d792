/** The tables of which a change refetches everything of one feature. [X4] */
export const FEATURE_OF_TABLE = {
  reviews: 'review',
  sessions: 'security',
  feedback: 'feedback',
  waitlist_entries: 'waitlist',
  newsletter_subscriptions: 'newsletter',
  data_views: 'privacy',
} as const;

/** Those for which `web/app/lib/live/live-targets.ts` says more precisely what to refetch. */
const OTHER_TABLES = [
  'jobs',
  'job_claims',
  'job_access',
  'messages',
  'conversation_messages',
  'users',
  'invites',
  'invite_requests',
  'notifications',
] as const;

export type LiveTable = keyof typeof FEATURE_OF_TABLE | (typeof OTHER_TABLES)[number];

/** The tables whose changes are sent live. [X4] */
export function liveTables(): LiveTable[] {
  return [...(Object.keys(FEATURE_OF_TABLE) as (keyof typeof FEATURE_OF_TABLE)[]), ...OTHER_TABLES];
}
