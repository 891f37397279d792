import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import type { Env } from '../env.ts';
import { composeNotification } from '../notification/delivery/compose-notification.ts';
import type { Mail } from './mailer.ts';
import { archiveReadyMail } from './mails/archive-ready.ts';
import { confirmEmailMail } from './mails/confirm-email.ts';
import { confirmNewsletterMail } from './mails/confirm-newsletter.ts';
import { confirmSignUpMail } from './mails/confirm-sign-up.ts';
import { confirmWaitlistMail } from './mails/confirm-waitlist.ts';
import { decisionMail } from './mails/decision.ts';
import { deletionAskedMail, suspendedDeletionMail } from './mails/deletion-asked.ts';
import { deletionCanceledMail } from './mails/deletion-canceled.ts';
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
const ZONE = 'America/New_York';
const ID = '00000000-0000-4000-8000-000000000000';

/** The types whose event sends an email with its own text. */
type OwnMailType = {
  [Type in NotificationType]: (typeof NOTIFICATION_TYPES)[Type]['email'] extends 'own'
    ? Type
    : never;
}[NotificationType];
/** At least one sample for a type. */
type Samples = [[variant: string, mail: Mail], ...[variant: string, mail: Mail][]];

/**
 * Every kind of email in this release, with sample data: those of each type of notification, in the
 * order of the catalog, and those that are about none. Their links go nowhere.
 */
export async function listPreviews(env: Env): Promise<Preview[]> {
  const own = ownMails(env);
  const types = Object.keys(NOTIFICATION_TYPES) as NotificationType[];
  const ofTypes = await Promise.all(
    types.map((type) => (isOwn(type) ? sampled(type, own[type]) : previewNotifications(env, type))),
  );
  const others = Object.entries(otherMails(env)).map(([name, mail]) => ({ name, mail }));
  return [...others, ...ofTypes.flat()];
}

const isOwn = (type: NotificationType): type is OwnMailType => definitionOf(type).email === 'own';

const sampled = (type: NotificationType, samples: Samples): Preview[] =>
  samples.map(([variant, mail]) => ({ name: variant ? `${type}: ${variant}` : type, mail }));

/** The emails of a type to both sides of a job, first and again, as far as their texts differ. */
async function previewNotifications(env: Env, type: NotificationType): Promise<Preview[]> {
  const { recipients } = definitionOf(type);
  const previews: Preview[] = [];
  for (const is_owner of SIDES.get(recipients) ?? [true, false]) {
    for (const is_again of [false, true]) {
      const mail = await previewNotification(env, type, { is_owner, is_again });
      if (previews.some((other) => other.mail.text === mail.text)) continue;
      const side = is_owner ? 'to the owner' : 'to the sitter';
      const variant = [side, ...(is_again ? ['again'] : [])].join(', ');
      previews.push({ name: previews.length === 0 ? type : `${type}: ${variant}`, mail });
    }
  }
  return previews;
}

/** Recipients who are always on one side of the job. */
const SIDES = new Map<string, boolean[]>([
  ['sitter', [false]],
  ['fitting_sitters', [false]],
  ['offered_sitters', [false]],
  ['owner', [true]],
]);

type Sides = { is_owner: boolean; is_again: boolean };

async function previewNotification(env: Env, type: NotificationType, sides: Sides): Promise<Mail> {
  const row = {
    id: ID,
    type,
    created_at: NOW.toISOString(),
    read_at: null,
    job_id: ID,
    claim_id: ID,
    actor_id: ID,
    job_title: 'A long walk for Biscuit',
    actor_name: sides.is_owner ? 'Sam Sitter' : 'Olive Owner',
    ...sides,
    is_taken_down: false,
    start_date: START,
    end_date: END,
    time_zone: ZONE,
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

/** The emails with their own texts, by the notification that they belong to. */
function ownMails(env: Env): Record<OwnMailType, Samples> {
  const to = TO;
  const token = TOKEN;
  const url = `${env.appUrl}/suspended?token=${TOKEN}`;
  const title = 'A long walk for Biscuit';
  const takenDown = { to, title, reason: REASON };
  const newDevice = { to, device: 'Firefox on Linux', at: NOW, timeZone: ZONE, token };
  const suspended = { to, reason: REASON, url, timeZone: ZONE };
  const newPassword = { to, token, hadDeletion: false };
  return {
    'security.new_device': [
      ['', newDeviceMail(env, { ...newDevice, awaitsFactor: false })],
      ['second factor asked for', newDeviceMail(env, { ...newDevice, awaitsFactor: true })],
    ],
    'security.password_changed': [
      ['', passwordChangedMail(env, { ...newPassword, hadFeed: false, removed: [] })],
      [
        'calendar feed ended, a way to sign in removed, deletion canceled',
        passwordChangedMail(env, {
          ...newPassword,
          hadFeed: true,
          hadDeletion: true,
          removed: ['My phone'],
        }),
      ],
    ],
    'security.email_changed': [
      ['', emailChangedMail(env, { to, newEmail: 'new@example.org', undo: TOKEN })],
    ],
    'security.factor_changed': [
      ['app added', factorAddedMail(env, { to, token, factorType: 'totp' })],
      ['phone added', factorAddedMail(env, { to, token, factorType: 'phone' })],
      ['removed', factorRemovedMail(env, { to, isLast: false, token, factorType: 'phone' })],
      ['last removed', factorRemovedMail(env, { to, isLast: true, token, factorType: 'totp' })],
      ['reset by staff', factorsResetMail(env, { to, token, reason: REASON })],
      ['recovery codes made', recoveryCodesMadeMail(env, { to, token })],
    ],
    'security.sign_in_changed': [
      ['passkey added', passkeyAddedMail(env, { to, name: 'My phone', token })],
      ['passkey removed', passkeyRemovedMail(env, { to, name: 'My phone', token })],
      ['provider connected', identityLinkedMail(env, { to, name: 'Google', token })],
      ['provider disconnected', identityUnlinkedMail(env, { to, name: 'Google', token })],
      ['phone added', phoneAddedMail(env, { to, hint: PHONE_HINT, token })],
      ['phone removed', phoneRemovedMail(env, { to, hint: PHONE_HINT, token })],
    ],
    'security.recovery_code_used': [
      ['three left', recoveryCodeUsedMail(env, { to, left: 3, token })],
      ['one left', recoveryCodeUsedMail(env, { to, left: 1, token })],
      ['none left', recoveryCodeUsedMail(env, { to, left: 0, token })],
    ],
    'support.request_granted': [
      ['', inviteRequestDecidedMail(env, { to, decision: 'granted', reason: REASON })],
    ],
    'support.request_refused': [
      ['', inviteRequestDecidedMail(env, { to, decision: 'refused', reason: REASON })],
    ],
    'support.feedback_answered': [
      [
        '',
        feedbackAnsweredMail(env, {
          to,
          asked: 'How do I post a second job?',
          answer: 'Press Post in the bar below.',
        }),
      ],
    ],
    'support.job_taken_down': [
      ['to the owner', jobTakenDownMail(env, { ...takenDown, is_owner: true })],
      [
        'to the owner, after a report',
        jobTakenDownMail(env, { ...takenDown, is_owner: true, canAppeal: true }),
      ],
      ['to the sitter', jobTakenDownMail(env, { ...takenDown, is_owner: false })],
    ],
    'support.moderated': [
      ['warning', decisionMail(env, { to, kind: 'warn', subject_type: 'message', reason: REASON })],
      ...REMOVABLE.map((subject_type): [string, Mail] => [
        `removed ${subject_type}`,
        decisionMail(env, { to, kind: 'remove', subject_type, reason: REASON }),
      ]),
      ['hidden review', reviewModeratedMail(env, { to, reason: REASON, canAppeal: true })],
      ['suspended', suspendedMail(env, { ...suspended, ends_at: LATER })],
      ['banned', suspendedMail(env, { ...suspended, ends_at: null })],
    ],
    'support.appeal_decided': [
      ['granted', appealDecidedMail(env, { to, outcome: 'granted', answer: REASON })],
      ['not granted', appealDecidedMail(env, { to, outcome: 'upheld', answer: REASON })],
    ],
    'support.hearing': [
      [
        'about the reader',
        questionMail(env, { ...QUESTION, side: 'member', subject_type: 'message' }),
      ],
      [
        'about their report',
        questionMail(env, { ...QUESTION, side: 'reporter', subject_type: 'message' }),
      ],
      ['without a report', questionMail(env, { ...QUESTION, side: 'member', subject_type: null })],
    ],
  };
}

/** What is removed with this email: a chat is never, a review is hidden, a job is taken down. */
const REMOVABLE = ['message', 'profile', 'picture'] as const;

const QUESTION = {
  to: TO,
  question: 'What did you mean by your last message?',
  answer_until: LATER,
  timeZone: ZONE,
};

/** The emails that are about no notification, by name. */
function otherMails(env: Env): Record<string, Mail> {
  const to = TO;
  const token = TOKEN;
  const linkTo = (page: string) => `${env.appUrl}/${page}?token=${TOKEN}`;
  const url = linkTo('suspended');
  const deletion = { to, dueAt: LATER, timeZone: ZONE, disown: TOKEN };
  const entries = ['A long walk for Biscuit', 'A weekend with Miso'].map((title) => ({
    ...NOTIFICATION_TYPES['new_jobs.fits'].text({ ...FACTS, job_title: title }),
    url: `${env.appUrl}/jobs/${ID}`,
  }));
  return {
    'Sign-up: confirm': confirmSignUpMail(env, { to, code: CODE, link: TOKEN }),
    'Sign-in: code': signInCodeMail(env, { to, code: CODE, link: TOKEN }),
    'Sign-in: many failures': failedSignInsMail(env, to),
    'Security: code': reauthenticationMail(env, { to, code: CODE }),
    'Password: reset': resetPasswordMail(env, { to, token, now: NOW }),
    'Password: turned off': resetPasswordMail(env, { to, token, now: NOW, reason: 'given_back' }),
    'Email: confirm the new one': confirmEmailMail(env, to, TOKEN),
    'Email: change asked for': emailChangeNotice(env, {
      to,
      newEmail: 'new@example.org',
      undo: TOKEN,
    }),
    'Email: change undone': emailRestoredMail(env, to),
    'Data: ready': archiveReadyMail(env, { to, days: 7 }),
    'Data: ready, for a suspended member': archiveReadyMail(env, { to, days: 7, suspension: url }),
    'Account: deletion asked for': deletionAskedMail(env, deletion),
    'Account: deletion asked for by a suspended member': suspendedDeletionMail(env, {
      ...deletion,
      url,
    }),
    'Account: deletion canceled by signing out': deletionCanceledMail(env, { to, token }),
    'Account: link for a suspended member': accountLinkMail(env, { to, token: TOKEN }),
    'Account: suspension ended': suspensionEndedMail(env, to),
    'Moderation: decision undone': decisionUndoneMail(env, to),
    'Moderation: photo removed': profilePartRemovedMail(env, { to, part: 'photo', reason: REASON }),
    'Moderation: bio removed': profilePartRemovedMail(env, { to, part: 'bio', reason: REASON }),
    'Moderation: review hidden': reviewModeratedMail(env, { to, reason: REASON }),
    'Moderation: review shown again': reviewModeratedMail(env, { to, reason: null }),
    'Waitlist: confirm': confirmWaitlistMail(env, to, linkTo('waitlist/confirm')),
    'Waitlist: invite': waitlistInviteMail(env, { to, name: 'Robin', code: 'KIND-2345-6789' }),
    'Newsletter: confirm': confirmNewsletterMail(env, to, {
      confirm: linkTo('newsletter/confirm'),
      unsubscribe: linkTo('newsletter/unsubscribe'),
    }),
    Digest: digestMail(env, { to, entries, settings: settingsUrl(env) }),
  };
}
