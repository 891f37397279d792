import { Outlet } from 'react-router';
import { DataProvider } from '~/account/session/data-provider.tsx';
import { SessionWait } from '~/account/session/session-wait.tsx';
import { useSession } from '~/account/session/use-session.ts';

/** Pages of mailed links, for visitors and members. [P1] */
export default function AnyoneGuard() {
  const session = useSession();
  if (session.status === 'loading') return <SessionWait session={session} />;
  return (
    <DataProvider>
      <Outlet />
    </DataProvider>
  );
}
