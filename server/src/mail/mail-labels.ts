/** The labels of all kinds of emails in the list of deliveries for staff. */
export const MAIL_LABELS = {
  archive_ready: 'Copy of data ready',
  confirm_email: 'Confirm an email address',
  confirm_newsletter: 'Confirm the newsletter',
  confirm_sign_up: 'Confirm the email of a new account',
  confirm_waitlist: 'Confirm the waitlist',
  decision: 'Decision of our team',
  deletion_asked: 'Account deletion',
  deletion_withdrawn: 'Account deletion canceled',
  digest: 'Digest',
  email_change_notice: 'Email change started',
  email_changed: 'Email changed',
  email_restored: 'Email restored',
  factor_changed: 'Authenticator app changed',
  factors_reset: 'Two-factor authentication reset',
  failed_sign_ins: 'Many failed sign-ins',
  feedback_answered: 'Answer to a request',
  identity_changed: 'Connected account changed',
  invite_request_decided: 'Answer about an invite code',
  job_taken_down: 'Job taken down',
  new_device: 'New device',
  notification: 'Notification',
  passkey_changed: 'Passkey changed',
  password_changed: 'Password changed',
  phone_changed: 'Phone number changed',
  profile_part_removed: 'Part of a profile removed',
  question: 'Question of our team',
  reauthentication: 'Code to confirm a change',
  recovery_code_used: 'Recovery code used',
  recovery_codes_made: 'Recovery codes made',
  reset_password: 'Reset password',
  review_moderated: 'Review hidden or restored',
  sign_in_code: 'Sign-in code',
  suspended: 'Suspension',
  waitlist_invite: 'Invite from the waitlist',
} as const;
export type MailKind = keyof typeof MAIL_LABELS;

/** The label of a stored kind of mail, which an earlier release may have named. */
export function mailLabel(kind: string): string {
  return kind in MAIL_LABELS ? MAIL_LABELS[kind as MailKind] : 'Email';
}
