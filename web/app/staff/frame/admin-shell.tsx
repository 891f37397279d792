import { type ReactNode, Suspense } from 'react';
import { SignOutQuestion } from '~/account/session/sign-out-question.tsx';
import { useUser } from '~/account/session/use-session.ts';
import { HelpButton } from '~/feedback/help-button.tsx';
import { useAnswerNews } from '~/feedback/use-answer-news.ts';
import { useRequestNews } from '~/invite/use-request-news.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { useLast } from '~/lib/use-last.ts';
import { useUnreadNotifications } from '~/notification/use-notifications.ts';
import { useVisitedTarget } from '~/notification/use-visited-target.ts';
import { ConnectionLine } from '~/shell/connection-line.tsx';
import { SkipLink, useFocusOnArrival } from '~/shell/main-content.tsx';
import { cx } from '~/ui/class-names.ts';
import { AdminBar } from './admin-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './use-sidebar.ts';

/** Loaded when it is first opened: only phones use it. */
const SidebarSheet = lazyPart(() =>
  import('./sidebar-sheet.tsx').then((module) => module.SidebarSheet),
);

/**
 * The layout of the admin area: a sidebar of 16rem, or 3rem with icons only, beside the page. [S1]
 */
export function AdminShell({ children }: { children: ReactNode }) {
  const { app_role, email } = useUser();
  const sidebar = useSidebar();
  // Its code is loaded when it is first opened.
  const isSheetDrawn = useLast(sidebar.isSheetOpen || null);
  const main = useFocusOnArrival();
  useAnswerNews();
  useRequestNews();
  useVisitedTarget(useUnreadNotifications());
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <aside
        aria-label="Sidebar"
        className={cx(
          'sticky top-0 flex h-dvh shrink-0 flex-col border-line border-r bg-surface transition-[width] duration-200 ease-out max-md:hidden print:hidden',
          sidebar.isExpanded ? 'w-64' : 'w-12',
        )}
      >
        <Sidebar role={app_role} isExpanded={sidebar.isExpanded} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <AdminBar email={email} isExpanded={sidebar.isExpanded} onToggle={sidebar.toggle} />
        <ConnectionLine />
        <main ref={main} id="content" tabIndex={-1} className="flex-1 pb-24 outline-none">
          {children}
        </main>
      </div>
      {isSheetDrawn ? (
        <Suspense fallback={null}>
          <SidebarSheet open={sidebar.isSheetOpen} onOpenChange={sidebar.setSheetOpen}>
            <Sidebar role={app_role} isExpanded onGone={() => sidebar.setSheetOpen(false)} />
          </SidebarSheet>
        </Suspense>
      ) : null}
      <HelpButton />
      <SignOutQuestion />
    </div>
  );
}
