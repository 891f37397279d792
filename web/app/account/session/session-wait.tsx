import { EmptyState } from '~/ui/empty-state.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { PageSpinner } from '~/ui/spinner.tsx';
import type { SessionState } from './session-store.ts';

/** The page while the session is still loading. [P1] */
export function SessionWait({ session }: { session: SessionState }) {
  if (session.status !== 'loading' || !session.isUnreachable) return <PageSpinner />;
  return (
    <EmptyState
      className="px-4"
      illustration={<LostConnection />}
      headingLevel={1}
      title="We can't reach Kindpal right now"
    >
      <p role="status">Check your connection. This page continues when you’re back online.</p>
    </EmptyState>
  );
}
