import { useContext, useEffect } from 'react';
import {
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_DataRouterStateContext as RouterState,
} from 'react-router';
import { losesInput } from '~/lib/unsaved.ts';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { SessionEnded } from './session-ended.tsx';
import { readSession } from './session-store.ts';
import type { SessionUser } from './use-session.ts';

/**
 * Protects unsaved input: asks to sign in again if the session `ended`, and asks before another
 * page replaces the form.
 */
export function UnsavedGuard({ ended }: { ended: SessionUser | null }) {
  const blocker = useLeaving();
  return (
    <>
      {ended ? <SessionEnded member={ended} /> : null}
      {blocker?.state === 'blocked' ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || blocker.reset()}
          title="Leave without saving?"
          description="What you changed on this page isn’t saved yet."
          confirmLabel="Leave"
          cancelLabel="Stay"
          tone="danger"
          onConfirm={() => blocker.proceed()}
        />
      ) : null}
    </>
  );
}

const KEY = 'unsaved';

/**
 * The router's blocker while a link would lose input. `useBlocker` does the same, but would add to
 * the router code that every page loads, including the landing page.
 */
function useLeaving() {
  const router = useContext(RouterContext)?.router;
  const state = useContext(RouterState);
  useEffect(() => {
    if (!router) return;
    const { dataset } = document.documentElement;
    router.getBlocker(KEY, wouldLoseInput);
    // Browser tests wait for this attribute: until it is set, leaving would not ask.
    dataset.guarded = '';
    return () => {
      router.deleteBlocker(KEY);
      delete dataset.guarded;
    };
  }, [router]);
  return state?.blockers.get(KEY);
}

type Move = { currentLocation: { pathname: string }; nextLocation: { pathname: string } };

/** Another section of the same page loses nothing, and signing out is a choice to leave. [U6] */
function wouldLoseInput({ currentLocation, nextLocation }: Move): boolean {
  const session = readSession();
  const hasLeft = session.status === 'signed-out' && session.isOwnChoice;
  return !hasLeft && currentLocation.pathname !== nextLocation.pathname && losesInput();
}
