import type { NotedView, ViewedKind, ViewerRole } from '@kindpal/contract/privacy/schema';

const LOOKED_AT: Record<ViewedKind, string> = {
  access_door: 'opened your door code',
  access_keys: 'opened where your keys are',
  access_alarm: 'opened your alarm code',
  // A hyphen at which no line ends.
  access_wifi: 'opened your Wi\u2011Fi password',
  access_notes: 'opened your home notes',
  address: 'saw your exact address',
  email: 'saw your email address',
  pet_health: 'saw your pet’s health notes',
  account: 'saw your account and email address',
  job: 'looked at your job',
  request: 'read a request you sent us',
  review: 'read a review you wrote',
  chat: 'read one of your chats',
};

/** What of the reader's data was looked at, after the name of who did. */
export const lookedAt = (kind: ViewedKind): string => LOOKED_AT[kind];

const REASONS: Record<ViewerRole, string> = {
  sitter: 'Sitter of your job',
  owner: 'Owner of a job you claimed',
  staff: 'To help members and keep the community safe',
};

/** Why they could look. */
export const whyOf = ({ viewer_role }: Pick<NotedView, 'viewer_role'>): string =>
  REASONS[viewer_role];
