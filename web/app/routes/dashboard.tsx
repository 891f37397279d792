import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { CHAT_PARAM } from '~/dashboard/chat-link.tsx';
import { Dashboard } from '~/dashboard/dashboard.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import { PageSpinner } from '~/ui/spinner.tsx';

const DashboardChat = lazy(() =>
  import('~/dashboard/dashboard-chat.tsx').then((module) => ({ default: module.DashboardChat })),
);

export const meta = () => pageMeta('Dashboard');

export default function DashboardPage() {
  const [params] = useSearchParams();
  const chat = params.get(CHAT_PARAM);
  return (
    <div className="page py-6 md:py-10">
      {isUuid(chat) ? (
        <Suspense fallback={<PageSpinner label="Loading the chat" />}>
          <DashboardChat key={chat} jobId={chat} />
        </Suspense>
      ) : (
        <Dashboard />
      )}
    </div>
  );
}
