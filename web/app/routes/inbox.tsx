import { Outlet, useParams } from 'react-router';
import { Inbox } from '~/chat/inbox.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Messages');

export default function InboxPage() {
  const { claimId, userId } = useParams();
  return (
    <div className="page max-w-6xl pt-2 pb-4 md:py-6">
      <Inbox opened={(claimId ?? userId)?.toLowerCase()}>
        <Outlet />
      </Inbox>
    </div>
  );
}
