import { SessionGuard } from '~/account/session/session-guard.tsx';

/** Pages for members. [P1] [U7] */
export default function SignedInGuard() {
  return <SessionGuard />;
}
