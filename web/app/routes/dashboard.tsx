import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Dashboard } from '~/dashboard/dashboard.tsx';
import { startDashboard } from '~/dashboard/dashboard-data.ts';
import { CHAT_PARAM } from '~/job/mine/chat-link.tsx';
import { lazyPart } from '~/lib/lazy-part.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import { PartSpinner } from '~/ui/part-spinner.tsx';

const DashboardChat = lazyPart(() =>
  import('~/dashboard/dashboard-chat.tsx').then((module) => module.DashboardChat),
);

export const meta = () => pageMeta('Dashboard');

export async function clientLoader() {
  await startDashboard();
  return null;
}

export default function DashboardPage() {
  const [params] = useSearchParams();
  const chat = params.get(CHAT_PARAM);
  return (
    <div className="page py-6 md:py-10">
      {isUuid(chat) ? (
        <Suspense fallback={<PartSpinner label="Loading the chat" className="min-h-[60dvh]" />}>
          <DashboardChat key={chat} jobId={chat} />
        </Suspense>
      ) : (
        <Dashboard />
      )}
    </div>
  );
}
