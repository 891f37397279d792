import type { Session } from '@kindpal/contract/account/schema';
import { Suspense, useState } from 'react';
import { acceptSession } from '~/account/session-store.ts';
import { lazyPart } from '~/lib/lazy-part.ts';

/** Its code comes when somebody has a second factor. */
const FactorWindow = lazyPart(() =>
  import('./factor-window.tsx').then((module) => module.FactorWindow),
);

type After = { onDone?: () => void; onCancel?: () => void };

/**
 * Takes a session that a call answered: at once, or after the second factor that it waits for, which
 * the `step` asks for. [U13]
 */
export function useFactorStep({ onDone, onCancel }: After = {}) {
  const [waiting, setWaiting] = useState<Session | null>(null);

  function accept(session: Session): void {
    if (session.awaits_factor) {
      setWaiting(session);
      return;
    }
    acceptSession(session);
    onDone?.();
  }
  const step = waiting ? (
    <Suspense>
      <FactorWindow
        factors={waiting.user.factors}
        isSignIn
        isStaff={waiting.user.app_role !== 'user'}
        onDone={(session) => {
          setWaiting(null);
          accept(session);
        }}
        onCancel={() => {
          setWaiting(null);
          onCancel?.();
        }}
      />
    </Suspense>
  ) : null;
  return { accept, step };
}
