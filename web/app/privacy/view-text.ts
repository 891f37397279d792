import type {
  NotedView,
  StaffViewer,
  ViewedKind,
  ViewerRole,
} from '@kindpal/contract/privacy/schema';

const LOOKED_AT: Record<ViewedKind, string> = {
  access_door: 'opened your door code',
  access_keys: 'opened your key location',
  access_alarm: 'opened your alarm code',
  // A non-breaking hyphen.
  access_wifi: 'opened your Wi\u2011Fi password',
  access_notes: 'opened your home notes',
  address: 'saw your exact address',
  email: 'saw your email address',
  pet_health: 'saw your pet’s health notes',
  account: 'saw your account and email address',
  identity: 'saw your identity check',
  emails: 'saw which emails we sent you',
  job: 'looked at your job',
  request: 'read a request you sent us',
  review: 'read a review you wrote',
  chat: 'read one of your chats',
};

/** What was viewed, as the part of the sentence after the viewer's name. */
export const lookedAt = (kind: ViewedKind): string => LOOKED_AT[kind];

/** For staff: where they saw it. */
const STAFF_REASONS: Partial<Record<ViewedKind, string>> = {
  account: 'On your account page or in the list of members',
  identity: 'To check or confirm your identity',
  emails: 'To see whether emails arrive',
  job: 'On the page of your job or in a list of jobs',
  request: 'To answer your request',
  review: 'To check reviews',
  chat: 'Because of a report; two people on our team agreed',
};
const REASONS: Record<ViewerRole, string> = {
  sitter: 'Sitter of your job',
  owner: 'Owner of a job you claimed',
  staff: 'To help members and keep the community safe',
};

/** Why the viewer was allowed to see it. */
export const whyOf = ({ viewer_role, kind }: Pick<NotedView, 'viewer_role' | 'kind'>): string =>
  (viewer_role === 'staff' ? STAFF_REASONS[kind] : undefined) ?? REASONS[viewer_role];

/** The staff member who looked, to start a sentence: the name, and the text after or instead. */
export function staffViewer({ name, has_left }: StaffViewer): {
  name: string | null;
  text: string;
} {
  if (name !== null) return { name, text: 'from our team' };
  return { name, text: has_left ? 'A former member of our team' : 'Our team' };
}
