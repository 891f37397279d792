import { Suspense } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ConfirmEmailPart } from '~/account/confirm-email-part.tsx';
import { useUser } from '~/account/session/use-session.ts';
import { Dashboard } from '~/dashboard/dashboard.tsx';
import { startDashboard } from '~/dashboard/dashboard-data.ts';
import { KeepAccountPart } from '~/deletion/keep-account-part.ts';
import { CHAT_PARAM } from '~/job/mine/chat-link.tsx';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import { isReadyToSit } from '~/onboarding/jobs-near.ts';
import { PartSpinner } from '~/ui/part-spinner.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

const DashboardChat = lazyPart(() =>
  import('~/dashboard/dashboard-chat.tsx').then((module) => module.DashboardChat),
);

const SitterReady = lazyPart(() =>
  import('~/onboarding/sitter-ready.tsx').then((module) => module.SitterReady),
);

export const meta = () => pageMeta('Dashboard');

export async function clientLoader() {
  await startDashboard();
  return null;
}

export default function DashboardPage() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const { deletion_due_at: dueAt, confirm_email_by: confirmBy } = useUser();
  const chat = params.get(CHAT_PARAM);
  return (
    <div className="page py-6 md:py-10">
      {isUuid(chat) ? (
        <Suspense fallback={<PartSpinner label="Loading the chat" className="min-h-[60dvh]" />}>
          <DashboardChat key={chat} jobId={chat} />
        </Suspense>
      ) : (
        <>
          {dueAt ? (
            <Suspense fallback={<Skeleton className="mb-9 h-28" />}>
              <div className="mb-9">
                <KeepAccountPart dueAt={dueAt} />
              </div>
            </Suspense>
          ) : null}
          {confirmBy ? (
            <Suspense fallback={<Skeleton className="mb-9 h-36" />}>
              <div className="mb-9">
                <ConfirmEmailPart confirmBy={confirmBy} />
              </div>
            </Suspense>
          ) : null}
          {isReadyToSit(state) ? (
            <Suspense fallback={<Skeleton className="mb-9 h-28" />}>
              <SitterReady />
            </Suspense>
          ) : null}
          <Dashboard />
        </>
      )}
    </div>
  );
}
