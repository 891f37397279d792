import type { Session } from '@kindpal/contract/account/schema';
import { Suspense, useState } from 'react';
import { acceptSession } from '~/account/session/session-store.ts';
import { FactorWindowPart } from './factor-window-part.ts';

type After = {
  onDone?: () => void;
  onCancel?: () => void;
  /** The sign-in began with a text message. */
  isByText?: boolean;
};

/**
 * Accepts a session that a call returned: at once, or after the required second factor, which the
 * `step` dialog asks for. [U13]
 */
export function useFactorStep({ onDone, onCancel, isByText }: After = {}) {
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
      <FactorWindowPart
        factors={waiting.user.factors}
        isSignIn
        isByText={isByText}
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
