import { SessionGuard } from '~/account/session-guard.tsx';

/** Pages of which visitors see less; a member whose session ends there is asked to sign in. [P1] */
export default function MemberOrVisitorGuard() {
  return <SessionGuard isForVisitors />;
}
