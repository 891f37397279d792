import { Navigate } from 'react-router';
import { useSession } from '~/account/session/use-session.ts';
import type { JoinState } from '~/account/sign-in/return-path.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { MyDay } from '~/my-day/my-day.tsx';
import { BackLink } from '~/ui/back-link.tsx';

export const meta = () => pageMeta('My Day');

/** Outside the members' guard, which waits for the session: this page opens offline. */
export default function MyDayPage() {
  const session = useSession();
  if (session.status === 'signed-out') {
    if (session.isOwnChoice) return <Navigate to="/" replace />;
    const state: JoinState = { from: '/my-day' };
    return <Navigate to="/join?tab=signin" replace state={state} />;
  }
  return (
    <div className="page grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 py-4 md:py-6">
      <div className="grid gap-2">
        <BackLink to="/dashboard">Back to Dashboard</BackLink>
        <h1 className="text-3xl">My Day</h1>
      </div>
      <MyDay />
    </div>
  );
}
