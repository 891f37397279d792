import { SessionGuard } from '~/account/session/session-guard.tsx';

/** Pages that show visitors less; a member whose session ends there is asked to sign in. [P1] */
export default function MemberOrVisitorGuard() {
  return <SessionGuard isForVisitors />;
}
