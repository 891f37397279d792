import type { SessionState } from './session-store.ts';

/**
 * What a guarded page does: wait for the session, show itself, ask to sign in again over unsaved
 * input, redirect to sign-in, or redirect to the landing page.
 */
export type SessionVerdict = 'wait' | 'show' | 'renew' | 'sign-in' | 'leave';

type Asked = {
  session: SessionState;
  /** Whether this page was shown to a member before. */
  hadMember: boolean;
  hasUnsaved: boolean;
  /** Whether the page has a view of its own for visitors. */
  isForVisitors: boolean;
};

/** A page that a member was reading never changes to its version for visitors. [P1] [U7] */
export function sessionVerdict(asked: Asked): SessionVerdict {
  const { session, hadMember, hasUnsaved, isForVisitors } = asked;
  if (session.status === 'loading') return 'wait';
  if (session.status === 'signed-in') return 'show';
  if (!hadMember) return isForVisitors ? 'show' : 'sign-in';
  if (session.isOwnChoice) return 'leave';
  return hasUnsaved ? 'renew' : 'sign-in';
}
