import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import type { Env } from '../env.ts';
import { composeNotification } from '../notification/compose-notification.ts';
import type { Mail } from './mailer.ts';
import { archiveReadyMail } from './mails/archive-ready.ts';
import { confirmEmailMail } from './mails/confirm-email.ts';
import { confirmNewsletterMail } from './mails/confirm-newsletter.ts';
import { confirmSignUpMail } from './mails/confirm-sign-up.ts';
import { confirmWaitlistMail } from './mails/confirm-waitlist.ts';
import { decisionMail } from './mails/decision.ts';
import { deletionAskedMail, suspendedDeletionMail } from './mails/deletion-asked.ts';
import { digestMail } from './mails/digest.ts';
import { emailChangeNotice } from './mails/email-change-notice.ts';
import { emailChangedMail } from './mails/email-changed.ts';
import { emailRestoredMail } from './mails/email-restored.ts';
import { factorAddedMail, factorRemovedMail } from './mails/factor-changed.ts';
import { factorsResetMail } from './mails/factors-reset.ts';
import { failedSignInsMail } from './mails/failed-sign-ins.ts';
import { feedbackAnsweredMail } from './mails/feedback-answered.ts';
import { identityLinkedMail, identityUnlinkedMail } from './mails/identity-changed.ts';
import { inviteRequestDecidedMail } from './mails/invite-request-decided.ts';
import { jobTakenDownMail } from './mails/job-taken-down.ts';
import { newDeviceMail } from './mails/new-device.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './mails/passkey-changed.ts';
import { passwordChangedMail } from './mails/password-changed.ts';
import { phoneAddedMail, phoneRemovedMail } from './mails/phone-changed.ts';
import { profilePartRemovedMail } from './mails/profile-part-removed.ts';
import { questionMail } from './mails/question.ts';
import { reauthenticationMail } from './mails/reauthentication.ts';
import { recoveryCodeUsedMail } from './mails/recovery-code-used.ts';
import { recoveryCodesMadeMail } from './mails/recovery-codes-made.ts';
import { resetPasswordMail } from './mails/reset-password.ts';
import { reviewModeratedMail } from './mails/review-moderated.ts';
import { signInCodeMail } from './mails/sign-in-code.ts';
import {
  accountLinkMail,
  appealDecidedMail,
  decisionUndoneMail,
  suspendedMail,
  suspensionEndedMail,
} from './mails/suspended.ts';
import { waitlistInviteMail } from './mails/waitlist-invite.ts';

/** One kind of email with sample data. */
export type Preview = { name: string; mail: Mail };

const TO = 'you@example.org';
const TOKEN = 'sample';
const CODE = '123456';
const PHONE_HINT = 'Phone ending in 42';
const REASON = 'Please agree on payment between the two of you, not in public.';
const NOW = new Date('2026-06-12T14:00:00Z');
const LATER = new Date('2026-06-26T14:00:00Z');
const START = '2026-06-13T13:00:00Z';
const END = '2026-06-13T15:00:00Z';
const FACTS = {
  job_title: '',
  actor_name: 'Sam Sitter',
  is_owner: false,
  is_again: false,
  starts: 'Sat, Jun 13, 9:00 AM EDT',
  ends: 'Sat, Jun 13, 11:00 AM EDT',
};
const ID = '00000000-0000-4000-8000-000000000000';

/** Every kind of email in this release, with sample data. Their links go nowhere. */
export async function listPreviews(env: Env): Promise<Preview[]> {
  const ofNotifications = Object.keys(NOTIFICATION_TYPES)
    .map((type) => type as NotificationType)
    .filter((type) => definitionOf(type).email === 'by_preference')
    .map(async (type) => ({ name: type, mail: await previewNotification(env, type) }));
  const byName = Object.entries(previewMails(env)).map(([name, mail]) => ({ name, mail }));
  return [...byName, ...(await Promise.all(ofNotifications))];
}

async function previewNotification(env: Env, type: NotificationType): Promise<Mail> {
  const isOwner = definitionOf(type).recipients !== 'sitter';
  const row = {
    id: ID,
    type,
    created_at: NOW.toISOString(),
    read_at: null,
    job_id: ID,
    claim_id: ID,
    actor_id: ID,
    job_title: 'A long walk for Biscuit',
    actor_name: isOwner ? 'Sam Sitter' : 'Olive Owner',
    is_owner: isOwner,
    is_again: false,
    start_date: START,
    end_date: END,
    time_zone: 'America/New_York',
  };
  const ofCalendar = {
    email: TO,
    job_created_at: NOW.toISOString(),
    claim_start_date: START,
    claim_end_date: END,
    area: 'Maplewood, New Jersey',
    is_in_calendar: true,
  };
  return composeNotification(env, { ...row, ...ofCalendar }, () => settingsUrl(env));
}

const settingsUrl = ({ appUrl }: Env) => `${appUrl}/notifications/unsubscribe?token=${TOKEN}`;

/** The emails with their own texts, by name. */
function previewMails(env: Env): Record<string, Mail> {
  const to = TO;
  const token = TOKEN;
  const linkTo = (page: string) => `${env.appUrl}/${page}?token=${TOKEN}`;
  const url = linkTo('suspended');
  const entries = ['A long walk for Biscuit', 'A weekend with Miso'].map((title) => ({
    ...NOTIFICATION_TYPES['new_jobs.fits'].text({ ...FACTS, job_title: title }),
    url: `${env.appUrl}/jobs/${ID}`,
  }));
  return {
    'Sign-up: confirm': confirmSignUpMail(env, { to, code: CODE, link: TOKEN }),
    'Sign-in: code': signInCodeMail(env, { to, code: CODE, link: TOKEN }),
    'Sign-in: new device': newDeviceMail(env, {
      to,
      device: 'Firefox on Linux',
      at: NOW,
      awaitsFactor: false,
      token,
    }),
    'Sign-in: new device, second factor asked for': newDeviceMail(env, {
      to,
      device: 'Firefox on Linux',
      at: NOW,
      awaitsFactor: true,
      token,
    }),
    'Sign-in: many failures': failedSignInsMail(env, to),
    'Security: code': reauthenticationMail(env, { to, code: CODE }),
    'Password: reset': resetPasswordMail(env, { to, token, now: NOW }),
    'Password: changed': passwordChangedMail(env, to),
    'Email: confirm the new one': confirmEmailMail(env, to, TOKEN),
    'Email: change asked for': emailChangeNotice(env, {
      to,
      newEmail: 'new@example.org',
      undo: TOKEN,
    }),
    'Email: changed': emailChangedMail(env, { to, newEmail: 'new@example.org', undo: TOKEN }),
    'Email: change undone': emailRestoredMail(env, to),
    'Second factor: app added': factorAddedMail(env, { to, token, factorType: 'totp' }),
    'Second factor: phone added': factorAddedMail(env, { to, token, factorType: 'phone' }),
    'Second factor: removed': factorRemovedMail(env, {
      to,
      isLast: true,
      token,
      factorType: 'totp',
    }),
    'Phone: added': phoneAddedMail(env, { to, hint: PHONE_HINT, token }),
    'Phone: removed': phoneRemovedMail(env, { to, hint: PHONE_HINT, token }),
    'Second factor: reset by staff': factorsResetMail(env, { to, token, reason: REASON }),
    'Recovery codes: made': recoveryCodesMadeMail(env, { to, token }),
    'Recovery codes: used': recoveryCodeUsedMail(env, { to, left: 3, token }),
    'Passkey: added': passkeyAddedMail(env, { to, name: 'My phone', token }),
    'Passkey: removed': passkeyRemovedMail(env, { to, name: 'My phone', token }),
    'Sign-in provider: connected': identityLinkedMail(env, { to, name: 'Google', token }),
    'Sign-in provider: disconnected': identityUnlinkedMail(env, { to, name: 'Google', token }),
    'Data: ready': archiveReadyMail(env, { to, days: 7 }),
    'Data: ready, for a suspended member': archiveReadyMail(env, { to, days: 7, suspension: url }),
    'Account: deletion asked for': deletionAskedMail(env, { to, dueAt: LATER, disown: TOKEN }),
    'Account: deletion asked for by a suspended member': suspendedDeletionMail(env, {
      to,
      dueAt: LATER,
      disown: TOKEN,
      url,
    }),
    'Account: link for a suspended member': accountLinkMail(env, { to, token: TOKEN }),
    'Account: suspended': suspendedMail(env, { to, reason: REASON, ends_at: LATER, url }),
    'Account: banned': suspendedMail(env, { to, reason: REASON, ends_at: null, url }),
    'Account: suspension ended': suspensionEndedMail(env, to),
    'Appeal: granted': appealDecidedMail(env, { to, outcome: 'granted', answer: REASON }),
    'Appeal: not granted': appealDecidedMail(env, { to, outcome: 'upheld', answer: REASON }),
    'Moderation: question': questionMail(env, {
      to,
      side: 'member',
      subject_type: 'message',
      question: 'What did you mean by your last message?',
      answer_until: LATER,
    }),
    'Moderation: warning': decisionMail(env, {
      to,
      kind: 'warn',
      subject_type: 'message',
      reason: REASON,
    }),
    'Moderation: removed': decisionMail(env, {
      to,
      kind: 'remove',
      subject_type: 'profile',
      reason: REASON,
    }),
    'Moderation: decision undone': decisionUndoneMail(env, to),
    'Moderation: job taken down': jobTakenDownMail(env, {
      to,
      title: 'A long walk for Biscuit',
      reason: REASON,
      is_owner: true,
    }),
    'Moderation: photo removed': profilePartRemovedMail(env, { to, part: 'photo', reason: REASON }),
    'Moderation: review hidden': reviewModeratedMail(env, { to, reason: REASON }),
    'Moderation: review shown again': reviewModeratedMail(env, { to, reason: null }),
    'Feedback: answered': feedbackAnsweredMail(env, {
      to,
      asked: 'How do I post a second job?',
      answer: 'Press Post in the bar below.',
    }),
    'Invite request: granted': inviteRequestDecidedMail(env, {
      to,
      decision: 'granted',
      reason: REASON,
    }),
    'Invite request: refused': inviteRequestDecidedMail(env, {
      to,
      decision: 'refused',
      reason: REASON,
    }),
    'Waitlist: confirm': confirmWaitlistMail(env, to, linkTo('waitlist/confirm')),
    'Waitlist: invite': waitlistInviteMail(env, { to, name: 'Robin', code: 'KIND-2345-6789' }),
    'Newsletter: confirm': confirmNewsletterMail(env, to, {
      confirm: linkTo('newsletter/confirm'),
      unsubscribe: linkTo('newsletter/unsubscribe'),
    }),
    Digest: digestMail(env, { to, entries, settings: settingsUrl(env) }),
  };
}
