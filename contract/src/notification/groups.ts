/** Who a group applies to: others don't see its switches. */
export type AppliesTo = 'everyone' | 'sitters' | 'staff';

type Group = {
  label: string;
  hint: string;
  appliesTo: AppliesTo;
  /** Whether its emails may wait for the member's daily or weekly digest. */
  isDigestible: boolean;
};
const forEveryone = { appliesTo: 'everyone', isDigestible: false } as const;

/** Groups that members switch on and off; a type's name starts with its group. */
export const NOTIFICATION_GROUPS = {
  jobs: {
    ...forEveryone,
    label: 'Your jobs',
    hint: 'When one is claimed, canceled, started or done',
  },
  reminders: {
    ...forEveryone,
    label: 'Reminders',
    hint: 'Before a job starts, or expires unclaimed',
  },
  messages: {
    ...forEveryone,
    label: 'Messages',
    hint: 'One notification for each unread chat',
  },
  new_jobs: {
    label: 'New jobs that fit me',
    hint: 'Near you, your kind of job, when you’re free',
    appliesTo: 'sitters',
    isDigestible: true,
  },
  reviews: {
    ...forEveryone,
    label: 'Reviews',
    hint: 'When someone reviews you, or is waiting for your review',
    isDigestible: true,
  },
  invites: {
    ...forEveryone,
    label: 'Invites',
    hint: 'When someone joins with your code',
    isDigestible: true,
  },
  staff: {
    ...forEveryone,
    label: 'Staff',
    hint: 'Reports, appeals, requests, overdue feedback, system health',
    appliesTo: 'staff',
  },
  staff_inbox: {
    label: 'Staff inbox',
    hint: 'New requests and feedback, new people on the waitlist',
    appliesTo: 'staff',
    isDigestible: true,
  },
  security: {
    ...forEveryone,
    label: 'Account security',
    hint: 'New devices, a changed password or email. These emails are always sent.',
  },
  support: {
    ...forEveryone,
    label: 'From Kindpal',
    hint: 'Answers and decisions. These emails are always sent.',
  },
} as const satisfies Record<string, Group>;
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS;

export const GROUP_NAMES = Object.keys(NOTIFICATION_GROUPS) as [
  NotificationGroup,
  ...NotificationGroup[],
];

/** The groups whose emails may wait for a digest. */
export const DIGESTIBLE_GROUPS = GROUP_NAMES.filter(
  (group) => NOTIFICATION_GROUPS[group].isDigestible,
);
