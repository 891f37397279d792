import { Outlet, useParams } from 'react-router';
import { Inbox } from '~/chat/inbox/inbox.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { cx } from '~/ui/class-names.ts';

export const meta = () => pageMeta('Messages');

export default function InboxPage() {
  const { claimId, userId } = useParams();
  const opened = (claimId ?? userId)?.toLowerCase();
  return (
    <div className={cx('page max-w-6xl md:py-6', opened ? 'max-md:px-0' : 'pt-2 pb-4')}>
      <Inbox opened={opened}>
        <Outlet />
      </Inbox>
    </div>
  );
}
