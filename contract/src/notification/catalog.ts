import { GROUP_NAMES, type NotificationGroup } from './groups.ts';

/** The facts a text may use: never an address, a code, a phone number or chat messages. */
export type NotificationFacts = {
  job_title: string;
  /** Who did it. */
  actor_name: string;
  /** Whether the recipient owns the job; otherwise they hold or held it. */
  is_owner: boolean;
  /** Whether the owner had said before that this job is not done yet. */
  is_again: boolean;
  /** When the job starts and ends, in the recipient's time zone. */
  starts: string;
  ends: string;
};

/** The page that a notification links to. */
export type NotificationTarget =
  | 'job'
  | 'job_thread'
  | 'conversation'
  | 'invited'
  | 'my_requests'
  | 'own_profile'
  | 'security'
  | 'data_views'
  | 'notifications'
  | 'content'
  | 'feedback_desk'
  | 'invitations_desk'
  | 'waitlist_desk'
  | 'identity_desk'
  | 'admin_home'
  | 'system_health';

/** What must still be true when the email is sent; otherwise it is dropped. */
export type NotificationCondition =
  | 'always'
  | 'claim_is_live'
  | 'not_started'
  | 'starts_soon'
  | 'starts_tomorrow'
  | 'in_progress'
  | 'awaits_confirmation'
  /** The job can be claimed, and the recipient can open it. */
  | 'job_is_open'
  /** The job is open, and the recipient's turn that this is about is not over. */
  | 'is_your_turn'
  | 'unread'
  | 'not_reviewed'
  /** The task for staff is still open, and the recipient is still staff. */
  | 'awaits_staff'
  | 'is_staff'
  /** An earlier email added the job to the recipient's calendar, and this one only updates that. */
  | 'in_calendar'
  /** Requested by the recipient just now: sent whatever their settings. */
  | 'asked_for';

type Definition = {
  /** Who is notified: `other_side` means the job's owner and sitter, without the one who did it. */
  recipients:
    | 'other_side'
    | 'both_sides'
    | 'sitter'
    | 'owner'
    | 'partner'
    | 'member'
    /** Sitters near the job who offer its kind and are free. */
    | 'fitting_sitters'
    /** Sitters who may claim a job before others. */
    | 'offered_sitters'
    | 'staff'
    | 'super_admins';
  /** Its name in the settings and in the staff's list, independent of each notification's text. */
  label: string;
  text: (facts: NotificationFacts) => { title: string; body: string };
  target: NotificationTarget;
  /** `own`: the event sends its own email with its own text. */
  email: 'by_preference' | 'own';
  holds: NotificationCondition;
  /**
   * Whether its email and push are still sent after the recipient and the member it is about have a
   * block: always, only while they share a claim, or never.
   */
  afterBlock: 'sent' | 'while_claimed' | 'dropped';
  /**
   * How long a push service keeps it for a device that is off: until it becomes useless (the job
   * starts or ends, the recipient's turn ends, or the day ends), but no longer than `hours`.
   */
  kept: { hours: number; until: 'job_starts' | 'job_ends' | 'turn_ends' | 'day_ends' | null };
  /**
   * Quiet hours delay it at most until two hours before its job starts or its member's turn ends.
   */
  isUrgent: boolean;
  /** The email's calendar part: the job's current state, or that it is no longer theirs. */
  calendar: 'none' | 'enters' | 'leaves';
  /** Whether members may switch it off; the same for all types of a group. */
  canSwitchOff: boolean;
};

const standard = {
  calendar: 'none',
  recipients: 'other_side',
  target: 'job',
  email: 'by_preference',
  holds: 'always',
  afterBlock: 'dropped',
  kept: { hours: 24, until: null },
  isUrgent: false,
  canSwitchOff: true,
} as const;

/** Events of a job that owner and sitter share. */
const ofSharedJob = { ...standard, afterBlock: 'sent' } as const;
const UNTIL_START = { hours: 24, until: 'job_starts' } as const;
const UNTIL_TURN_ENDS = { hours: 24, until: 'turn_ends' } as const;
const UNTIL_END = { hours: 24, until: 'job_ends' } as const;
/** Tasks of staff, who deal with every member. */
const ofStaff = { ...standard, recipients: 'staff', afterBlock: 'sent' } as const;
/** Those that wait in Content Moderation. */
const ofModeration = { ...ofStaff, target: 'content', holds: 'awaits_staff' } as const;

/** Account events: always notified, with an email of their own. */
const ofAccount = {
  ...standard,
  kept: { hours: 7 * 24, until: null },
  recipients: 'member',
  target: 'security',
  email: 'own',
  canSwitchOff: false,
} as const;

/** A job's title, in quotes. */
const of = ({ job_title }: NotificationFacts) => `“${job_title}”`;

/**
 * Every type of notification with all its properties: the only place to add a type. Its rows are
 * written by a trigger or a reminder of the server; a test requires one of each type.
 */
export const NOTIFICATION_TYPES = {
  'jobs.claimed': {
    label: 'Job claimed',
    ...ofSharedJob,
    recipients: 'owner',
    kept: UNTIL_START,
    calendar: 'enters',
    holds: 'claim_is_live',
    isUrgent: true,
    text: (facts) => ({
      title: `${facts.actor_name} claimed ${of(facts)}`,
      body: `It starts ${facts.starts}.`,
    }),
  },
  'jobs.asked': {
    label: 'Job offered to you first',
    ...standard,
    kept: UNTIL_TURN_ENDS,
    recipients: 'offered_sitters',
    holds: 'is_your_turn',
    isUrgent: true,
    text: (facts) => ({
      title: `${facts.actor_name} asks you first: ${of(facts)}`,
      body: `It starts ${facts.starts}. You can claim it before others see it, or say no.`,
    }),
  },
  'jobs.your_turn': {
    label: 'Your turn to claim',
    ...standard,
    kept: UNTIL_TURN_ENDS,
    recipients: 'offered_sitters',
    holds: 'is_your_turn',
    isUrgent: true,
    text: (facts) => ({
      title: `${of(facts)} is open again, and it’s your turn`,
      body: `It starts ${facts.starts}. You have a few minutes to claim it before the next in line.`,
    }),
  },
  'jobs.released': {
    label: 'Claim canceled',
    ...ofSharedJob,
    calendar: 'leaves',
    isUrgent: true,
    text: (facts) => ({
      title: facts.is_owner
        ? `${facts.actor_name} canceled their claim on ${of(facts)}`
        : `${facts.actor_name} removed you from ${of(facts)}`,
      body: facts.is_owner
        ? 'If it can still be claimed, others see it again. Home access that was attached is removed.'
        : 'You no longer have this job.',
    }),
  },
  'jobs.sitter_unavailable': {
    label: 'Sitter unavailable',
    ...ofSharedJob,
    calendar: 'leaves',
    recipients: 'owner',
    isUrgent: true,
    text: (facts) => ({
      title: `Your sitter can no longer take care of ${of(facts)}`,
      body: 'If it can still be claimed, others see it again. Home access that was attached is removed.',
    }),
  },
  'jobs.partner_unavailable': {
    label: 'Other side can’t be reached',
    ...ofSharedJob,
    recipients: 'partner',
    holds: 'claim_is_live',
    isUrgent: true,
    text: (facts) => ({
      title: `${facts.is_owner ? 'Your sitter for' : 'The owner of'} ${of(facts)} can’t be reached here`,
      body: 'They don’t get messages here. Please contact our team under Help before you end the job.',
    }),
  },
  'jobs.canceled': {
    label: 'Job canceled',
    ...ofSharedJob,
    recipients: 'sitter',
    calendar: 'leaves',
    isUrgent: true,
    text: (facts) => ({
      title: `${facts.actor_name} canceled ${of(facts)}`,
      body: `It was due to start ${facts.starts}.`,
    }),
  },
  'jobs.edited': {
    label: 'Job changed',
    ...ofSharedJob,
    kept: UNTIL_START,
    calendar: 'enters',
    recipients: 'sitter',
    holds: 'claim_is_live',
    isUrgent: true,
    text: (facts) => ({
      title: `${of(facts)} was changed`,
      body: `Please read it again. It starts ${facts.starts}.`,
    }),
  },
  'jobs.started': {
    label: 'Job started',
    ...ofSharedJob,
    recipients: 'owner',
    kept: UNTIL_END,
    holds: 'in_progress',
    isUrgent: true,
    text: (facts) => ({
      title: `${facts.actor_name} started ${of(facts)}`,
      body: `It ends ${facts.ends}.`,
    }),
  },
  'jobs.completed': {
    label: 'Job done, please confirm',
    ...ofSharedJob,
    recipients: 'owner',
    holds: 'awaits_confirmation',
    text: (facts) => ({
      title: facts.is_again
        ? `${of(facts)} was marked done again: please confirm`
        : `${of(facts)} is done: please confirm`,
      body: `${facts.actor_name} says it’s done${facts.is_again ? ' now' : ''}. If you don’t reply within 48 hours, we’ll mark it confirmed.`,
    }),
  },
  'jobs.confirmed': {
    label: 'Job confirmed',
    ...ofSharedJob,
    recipients: 'sitter',
    text: (facts) => ({
      title: `${facts.actor_name} confirmed ${of(facts)}`,
      body: 'The job is complete.',
    }),
  },
  'jobs.auto_confirmed': {
    label: 'Job confirmed automatically',
    ...ofSharedJob,
    recipients: 'both_sides',
    text: (facts) => ({
      title: `${of(facts)} was marked confirmed`,
      body: facts.is_owner
        ? 'You didn’t reply within 48 hours.'
        : 'The owner didn’t reply within 48 hours.',
    }),
  },
  'jobs.disputed': {
    label: 'Job not done yet',
    ...ofSharedJob,
    recipients: 'sitter',
    holds: 'in_progress',
    text: (facts) => ({
      title: `${facts.actor_name} says ${of(facts)} is ${facts.is_again ? 'still not done' : 'not done yet'}`,
      body: 'Open the job to see why.',
    }),
  },
  'jobs.no_show': {
    label: 'Reported as a no-show',
    ...ofSharedJob,
    recipients: 'sitter',
    calendar: 'leaves',
    text: (facts) => ({
      title: `${facts.actor_name} reported that you didn’t show up for ${of(facts)}`,
      body: 'You no longer have this job. Open it to see why.',
    }),
  },
  'jobs.expired': {
    label: 'Job expired',
    ...ofSharedJob,
    recipients: 'owner',
    text: (facts) => ({
      title: `${of(facts)} expired`,
      body: 'It had no sitter when it ended.',
    }),
  },
  'jobs.calendar_changed': {
    label: 'Calendar entry changed',
    ...ofSharedJob,
    calendar: 'enters',
    recipients: 'member',
    holds: 'in_calendar',
    isUrgent: true,
    text: (facts) => ({
      title: `Your calendar entry for ${of(facts)} has changed`,
      body: `You changed the job. It starts ${facts.starts}.`,
    }),
  },
  'jobs.calendar_removed': {
    label: 'Calendar entry removed',
    ...ofSharedJob,
    calendar: 'leaves',
    recipients: 'member',
    holds: 'in_calendar',
    isUrgent: true,
    text: (facts) => ({
      title: `${of(facts)} is no longer in your calendar`,
      body: 'An earlier email added it. This one takes it out.',
    }),
  },
  'reminders.starts_tomorrow': {
    label: 'Starts tomorrow',
    ...ofSharedJob,
    kept: { hours: 24, until: 'day_ends' },
    recipients: 'both_sides',
    holds: 'starts_tomorrow',
    text: (facts) => ({ title: `${of(facts)} starts tomorrow`, body: `${facts.starts}.` }),
  },
  'reminders.starts_soon': {
    label: 'Starts within two hours',
    ...ofSharedJob,
    kept: UNTIL_START,
    recipients: 'sitter',
    holds: 'starts_soon',
    isUrgent: true,
    text: (facts) => ({
      title: `${of(facts)} starts within two hours`,
      body: `${facts.starts}.`,
    }),
  },
  'reminders.not_started': {
    label: 'Not started on time',
    ...ofSharedJob,
    kept: { hours: 2, until: 'job_ends' },
    recipients: 'both_sides',
    holds: 'not_started',
    isUrgent: true,
    text: (facts) => ({
      title: `${of(facts)} has not started yet`,
      body: facts.is_owner
        ? `It was due to start ${facts.starts}. Please ask your sitter.`
        : `It was due to start ${facts.starts}. Press Start when you are there, or tell the owner.`,
    }),
  },
  'reminders.expires_tomorrow': {
    label: 'No sitter yet',
    ...ofSharedJob,
    kept: UNTIL_END,
    recipients: 'owner',
    holds: 'job_is_open',
    text: (facts) => ({
      title: `${of(facts)} has no sitter yet`,
      body: `It expires ${facts.ends}.`,
    }),
  },
  'messages.job': {
    label: 'Messages about a job',
    ...standard,
    recipients: 'partner',
    target: 'job_thread',
    afterBlock: 'while_claimed',
    holds: 'unread',
    text: (facts) => ({
      title: `New messages from ${facts.actor_name} about ${of(facts)}`,
      body: 'Open the chat to read them.',
    }),
  },
  'messages.direct': {
    label: 'Direct messages',
    ...standard,
    recipients: 'partner',
    target: 'conversation',
    holds: 'unread',
    text: (facts) => ({
      title: `New messages from ${facts.actor_name}`,
      body: 'Open the chat to read them.',
    }),
  },
  'messages.request': {
    label: 'First message from a member',
    ...standard,
    recipients: 'partner',
    target: 'conversation',
    holds: 'unread',
    text: (facts) => ({
      title: `${facts.actor_name} wants to write to you`,
      body: 'Read it, and accept or decline. We don’t tell them if you decline.',
    }),
  },
  'new_jobs.fits': {
    label: 'New job that fits you',
    ...standard,
    kept: { hours: 12, until: 'job_starts' },
    recipients: 'fitting_sitters',
    holds: 'job_is_open',
    text: (facts) => ({
      title: `New job near you: ${of(facts)}`,
      body: `It starts ${facts.starts}. First to claim it gets the job.`,
    }),
  },
  'reviews.received': {
    label: 'Review of you',
    ...standard,
    kept: { hours: 72, until: null },
    recipients: 'partner',
    text: (facts) => ({
      title: `${facts.actor_name} reviewed you`,
      body: `On the page of ${of(facts)}, you can read it and reply.`,
    }),
  },
  'reviews.please': {
    label: 'Please write a review',
    ...standard,
    kept: { hours: 72, until: null },
    recipients: 'both_sides',
    holds: 'not_reviewed',
    text: (facts) => ({
      title: `How was ${of(facts)}?`,
      body: 'Please write a short review. It’s published once you’ve both written one, or after 14 days.',
    }),
  },
  'invites.used': {
    label: 'Someone joined with your invite',
    ...standard,
    kept: { hours: 72, until: null },
    recipients: 'member',
    target: 'invited',
    text: (facts) => ({
      title: `${facts.actor_name} joined with your invite`,
      body: 'Say hello, and show them around.',
    }),
  },
  'security.new_device': {
    label: 'New device',
    ...ofAccount,
    text: () => ({
      title: 'Your account was used on a new device',
      body: 'If this wasn’t you, sign that device out and change your password.',
    }),
  },
  'security.password_changed': {
    label: 'Password changed',
    ...ofAccount,
    text: () => ({
      title: 'Your password was changed',
      body: 'All other devices were signed out.',
    }),
  },
  'security.email_changed': {
    label: 'Email address changed',
    ...ofAccount,
    text: () => ({
      title: 'Your email address was changed',
      body: 'You now sign in with the new address.',
    }),
  },
  'security.factor_changed': {
    label: 'Two-factor authentication changed',
    ...ofAccount,
    text: () => ({
      title: 'Your two-factor authentication was changed',
      body: 'If this wasn’t you, change your password and check your devices.',
    }),
  },
  'security.sign_in_changed': {
    label: 'Ways to sign in changed',
    ...ofAccount,
    text: () => ({
      title: 'A way to sign in to your account was added or removed',
      body: 'If this wasn’t you, open the link in the email we sent you.',
    }),
  },
  'security.recovery_code_used': {
    label: 'Recovery code used',
    ...ofAccount,
    text: () => ({
      title: 'Someone signed in with one of your recovery codes',
      body: 'If this wasn’t you, open the link in the email we sent you.',
    }),
  },
  'staff.feedback_overdue': {
    label: 'Overdue feedback',
    ...ofStaff,
    target: 'feedback_desk',
    holds: 'awaits_staff',
    text: () => ({
      title: 'A request has waited for 24 hours',
      body: 'Its sender was promised an answer by now.',
    }),
  },
  'staff.invite_request': {
    label: 'Request for an invite code',
    ...ofStaff,
    target: 'invitations_desk',
    holds: 'awaits_staff',
    text: () => ({
      title: 'A member asks for another invite code',
      body: 'Grant or refuse it under Invitations.',
    }),
  },
  'staff.report': {
    label: 'New report',
    ...ofModeration,
    text: () => ({
      title: 'Something is waiting for review',
      body: 'It’s under Reports in Content Moderation.',
    }),
  },
  'staff.danger_report': {
    label: 'Report of danger',
    ...ofModeration,
    isUrgent: true,
    text: () => ({
      title: 'A member reported a danger',
      body: 'Please look at it now. It’s under Reports in Content Moderation.',
    }),
  },
  'staff.hearing_answered': {
    label: 'Question answered',
    ...ofModeration,
    text: () => ({
      title: 'A member answered your question',
      body: 'Read it with the report in Content Moderation.',
    }),
  },
  'staff.reading_asked': {
    label: 'Request to read a chat',
    ...ofModeration,
    text: () => ({
      title: 'Someone on the team asks to read a chat',
      body: 'A second person has to agree. Open the report in Content Moderation.',
    }),
  },
  'staff.appeal': {
    label: 'New appeal',
    ...ofModeration,
    text: () => ({
      title: 'An appeal is waiting for an answer',
      body: 'It’s under Appeals in Content Moderation.',
    }),
  },
  'staff.more_needed': {
    label: 'Another admin needed',
    ...ofStaff,
    recipients: 'super_admins',
    target: 'admin_home',
    holds: 'awaits_staff',
    isUrgent: true,
    text: () => ({
      title: 'Your team needs another admin',
      body: 'Something that’s waiting involves everyone on your team. Make a member you trust an admin.',
    }),
  },
  'staff.identity_request': {
    label: 'Request for an identity check',
    ...ofStaff,
    target: 'identity_desk',
    holds: 'awaits_staff',
    text: () => ({
      title: 'A member asks for an identity check',
      body: 'Please email them to arrange it. Their request is under Identity Checks.',
    }),
  },
  'staff.identity_checked': {
    label: 'Identity check to confirm',
    ...ofStaff,
    target: 'identity_desk',
    holds: 'awaits_staff',
    text: () => ({
      title: 'An identity check needs a second person',
      body: 'Confirm or refuse it under Identity Checks.',
    }),
  },
  'staff.health': {
    label: 'System Health needs a look',
    ...ofStaff,
    recipients: 'super_admins',
    target: 'system_health',
    holds: 'is_staff',
    isUrgent: true,
    text: () => ({
      title: 'System Health needs a look',
      body: 'Background work is late or failed, or the disk is nearly full.',
    }),
  },
  'staff_inbox.feedback': {
    label: 'New request or feedback',
    ...ofStaff,
    target: 'feedback_desk',
    holds: 'awaits_staff',
    text: () => ({
      title: 'A new request is waiting',
      body: 'Read and answer it under Feedback Management.',
    }),
  },
  'staff_inbox.waitlist': {
    label: 'New on the waitlist',
    ...ofStaff,
    target: 'waitlist_desk',
    holds: 'awaits_staff',
    text: () => ({
      title: 'Someone joined the waitlist',
      body: 'They confirmed their email. You can send them an invite under Invitations.',
    }),
  },
  'support.request_granted': {
    label: 'Invite code granted',
    ...standard,
    recipients: 'member',
    target: 'invited',
    email: 'own',
    canSwitchOff: false,
    text: () => ({
      title: 'You have another invite code',
      body: 'It’s under Invite at the top of any page.',
    }),
  },
  'support.request_refused': {
    label: 'Invite code refused',
    ...standard,
    recipients: 'member',
    target: 'invited',
    email: 'own',
    canSwitchOff: false,
    text: () => ({
      title: 'Your request for another code was not granted',
      body: 'The reason is in the email we sent you.',
    }),
  },
  'support.feedback_answered': {
    label: 'Request answered',
    ...standard,
    recipients: 'member',
    target: 'my_requests',
    email: 'own',
    canSwitchOff: false,
    text: () => ({ title: 'Kindpal answered your request', body: 'Open it to read the answer.' }),
  },
  'support.job_approved': {
    label: 'Job approved',
    ...ofSharedJob,
    recipients: 'owner',
    holds: 'job_is_open',
    canSwitchOff: false,
    text: (facts) => ({
      title: `We approved ${of(facts)}`,
      body: 'Others see it from now on.',
    }),
  },
  'support.job_taken_down': {
    label: 'Job taken down',
    ...ofSharedJob,
    recipients: 'both_sides',
    email: 'own',
    canSwitchOff: false,
    text: (facts) => ({
      title: `Kindpal took down ${of(facts)}`,
      body: 'The reason is in the email we sent you.',
    }),
  },
  'support.job_ended': {
    label: 'Claim ended by our team',
    ...ofSharedJob,
    recipients: 'both_sides',
    calendar: 'leaves',
    isUrgent: true,
    canSwitchOff: false,
    text: (facts) => ({
      title: facts.is_owner
        ? `Our team ended the sitter’s claim on ${of(facts)}`
        : `Our team ended your claim on ${of(facts)}`,
      body: facts.is_owner
        ? 'The job says why. Any home access is removed from it. If the job hasn’t begun, other sitters can claim it.'
        : 'You no longer have this job. Open it to see why.',
    }),
  },
  'support.report_decided': {
    label: 'Report decided',
    ...standard,
    recipients: 'member',
    target: 'my_requests',
    canSwitchOff: false,
    text: () => ({
      title: 'We have looked into your report',
      body: 'Open it to read the outcome.',
    }),
  },
  'support.moderated': {
    label: 'Decision about a member',
    ...standard,
    recipients: 'member',
    target: 'my_requests',
    email: 'own',
    canSwitchOff: false,
    text: () => ({
      title: 'Our team made a decision about you',
      body: 'Open it to read why. If you think it’s a mistake, you can appeal.',
    }),
  },
  'support.appeal_decided': {
    label: 'Appeal decided',
    ...standard,
    recipients: 'member',
    target: 'my_requests',
    email: 'own',
    canSwitchOff: false,
    text: () => ({
      title: 'We decided on your appeal',
      body: 'Open it to read our answer.',
    }),
  },
  'support.hearing': {
    label: 'Question from our team',
    ...standard,
    recipients: 'member',
    target: 'my_requests',
    email: 'own',
    canSwitchOff: false,
    text: () => ({
      title: 'Our team has a question for you',
      body: 'Open it to answer before we decide. You have 72 hours.',
    }),
  },
  'support.chat_read': {
    label: 'Chat read by our team',
    ...standard,
    recipients: 'member',
    target: 'data_views',
    canSwitchOff: false,
    text: () => ({
      title: 'Our team may read one of your chats',
      body: 'Two of us agreed to it because of a report. Open it to read which chat, and why.',
    }),
  },
  'support.identity_confirmed': {
    label: 'Identity confirmed',
    ...standard,
    recipients: 'member',
    target: 'own_profile',
    canSwitchOff: false,
    text: () => ({
      title: 'Your identity was confirmed',
      body: 'Your profile says so from now on. Open it to see until when.',
    }),
  },
  'support.identity_refused': {
    label: 'Identity not confirmed',
    ...standard,
    recipients: 'member',
    target: 'own_profile',
    canSwitchOff: false,
    text: () => ({
      title: 'Your identity is not confirmed',
      body: 'Open your profile to read why.',
    }),
  },
  'support.test': {
    label: 'Test',
    ...standard,
    kept: { hours: 1, until: null },
    recipients: 'member',
    target: 'notifications',
    holds: 'asked_for',
    canSwitchOff: false,
    text: () => ({
      title: 'This is a test',
      body: 'You asked for it in your notification settings. It works.',
    }),
  },
} as const satisfies Record<`${NotificationGroup}.${string}`, Definition>;
export type NotificationType = keyof typeof NOTIFICATION_TYPES;

/** The catalog's definition of a type. */
export function definitionOf(type: NotificationType): Definition {
  return NOTIFICATION_TYPES[type];
}

/** The group that a type is in. */
export function groupOf(type: NotificationType): NotificationGroup {
  return type.slice(0, type.indexOf('.')) as NotificationGroup;
}

/** The types of a group. */
export function typesOf(group: NotificationGroup): NotificationType[] {
  return (Object.keys(NOTIFICATION_TYPES) as NotificationType[]).filter(
    (type) => groupOf(type) === group,
  );
}

/** The groups that a member may switch off. */
export const SWITCHABLE_GROUPS = GROUP_NAMES.filter((group) =>
  typesOf(group).some((type) => definitionOf(type).canSwitchOff),
);

/**
 * The types whose emails can be switched individually. A type that is alone in its group is
 * switched with the group, so that one choice is never stored twice.
 */
export const TYPES_OF_CHOICE = (Object.keys(NOTIFICATION_TYPES) as NotificationType[]).filter(
  (type) => definitionOf(type).canSwitchOff && typesOf(groupOf(type)).length > 1,
);

/**
 * A member's choices for emails: the groups that are off, and the types that differ from theirs.
 */
export type EmailChoice = {
  email_off: readonly string[];
  email_types: Readonly<Partial<Record<NotificationType, boolean>>>;
};

/**
 * Whether the emails of a type are sent: as chosen for the type itself, otherwise as for its group.
 * Types that cannot be switched off are always sent. `is_emailed` in the database has the same
 * rule.
 */
export function isEmailed(
  type: NotificationType,
  { email_off, email_types }: EmailChoice,
): boolean {
  if (!definitionOf(type).canSwitchOff) return true;
  return email_types[type] ?? !email_off.includes(groupOf(type));
}
