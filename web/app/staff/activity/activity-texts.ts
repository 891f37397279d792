import {
  type ActivityAction,
  activityActionSchema,
  CHANGE_ACTIONS,
  READ_ACTIONS,
} from '@kindpal/contract/staff/activity';

/** The text for each action. */
const ACTIONS: Record<ActivityAction, string> = {
  users_read: 'Viewed members',
  identity_read: 'Viewed identity checks',
  role_read: 'Viewed a role',
  job_read: 'Viewed a job in full',
  jobs_read: 'Viewed jobs for moderation',
  profiles_read: 'Viewed profiles for moderation',
  reviews_read: 'Viewed reviews for moderation',
  reports_read: 'Viewed reports',
  chat_read: 'Read a chat',
  appeals_read: 'Viewed appeals',
  feedback_read: 'Viewed feedback',
  invite_requests_read: 'Viewed invite requests',
  waitlist_read: 'Viewed the waitlist',
  newsletter_read: 'Viewed newsletter subscribers',
  deliveries_read: 'Viewed notification emails',
  activity_read: 'Viewed this log',
  activity_export: 'Exported this log',
  role_change: 'Changed a role',
  factor_reset: 'Reset second factors',
  sign_in_domain_assign: 'Added an email domain to a sign-in provider',
  post_review_set: 'Set which first jobs are reviewed',
  sign_in_domain_remove: 'Removed an email domain from a sign-in provider',
  job_take_down: 'Took down a job',
  claim_end: 'Ended a sitter’s claim on a job',
  photo_removal: 'Removed a photo',
  bio_removal: 'Removed a bio',
  review_hide: 'Hid a review',
  review_restore: 'Restored a review',
  report_decision: 'Decided a report',
  member_suspend: 'Suspended a member',
  member_ban: 'Banned a member',
  hearing_ask: 'Asked one side of a report',
  chat_reading_ask: 'Asked to read a chat',
  chat_reading_decision: 'Decided who reads a chat',
  decision_undo: 'Reversed a decision',
  appeal_decision: 'Decided an appeal',
  feedback_answer: 'Answered feedback',
  feedback_status: 'Changed the status of feedback',
  invite_request_decision: 'Decided an invite request',
  invite_disable: 'Disabled an invite code',
  waitlist_invite: 'Invited from the waitlist',
  identity_check: 'Recorded an identity check',
  identity_confirmation: 'Confirmed an identity',
  identity_refusal: 'Refused an identity check',
  identity_revocation: 'Revoked an identity',
};

/** The groups of actions in the filter. */
export const ACTION_GROUPS = [
  { label: 'Changes', actions: CHANGE_ACTIONS },
  { label: 'Views', actions: READ_ACTIONS },
] as const;

/** The text for an action; an action of another release is shown by its name. */
export function actionText(action: string): string {
  const known = activityActionSchema.safeParse(action);
  return known.success ? ACTIONS[known.data] : action.replaceAll('_', ' ');
}

/** Whether an entry records a view, not a change. */
export function isView(action: string): boolean {
  return (READ_ACTIONS as readonly string[]).includes(action);
}

const NOUNS: Record<string, string> = {
  user: 'Member',
  job: 'Job',
  review: 'Review',
  report: 'Report',
  feedback: 'Feedback',
  invite: 'Invite code',
  invite_request: 'Request',
  waitlist_entry: 'Entry',
  newsletter_subscription: 'Subscriber',
};

/** The name of a target without a name: its kind and the first part of its id. */
export function targetText(type: string, id: string): string {
  return `${NOUNS[type] ?? 'Entry'} ${id.slice(0, 8)}`;
}

/** The page of a target, if there is one. */
export function targetPage(type: string, id: string): string | null {
  if (type === 'user') return `/admin/users/${id}`;
  return type === 'job' ? `/admin/jobs/${id}` : null;
}
