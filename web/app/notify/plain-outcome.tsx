import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { useStore } from '~/lib/store.ts';
import { cx } from '~/ui/class-names.ts';
import { IconButton } from '~/ui/icon-button.tsx';
import { CrossIcon } from '~/ui/icons.tsx';
import { outcomePlace } from './constants.ts';
import {
  dismissInTime,
  dismissOutcome,
  endErrorsOfPage,
  type HeldOutcome,
  heldOutcomes,
} from './outcomes.ts';

/** An outcome without the toasts' code, so that a network failure shows immediately. [P9] */
export function PlainOutcome() {
  const outcomes = useStore(heldOutcomes);
  const outcome = outcomes.find(({ open }) => open);
  useEnds(outcome);
  return (
    <div
      role="alert"
      // Dialogs hide everything outside except live regions.
      aria-live="assertive"
      className={cx(outcomePlace, 'pointer-events-auto top-(--below-bar)')}
    >
      {outcome ? (
        <div
          className={cx(
            'toast-shape scroll-tall border-2 text-ink shadow-2',
            outcome.variant === 'destructive'
              ? 'border-danger bg-danger-soft'
              : 'border-line bg-raised',
          )}
        >
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="font-semibold leading-snug">{outcome.title}</p>
            {outcome.description ? (
              <div className="text-ink-soft text-sm">{outcome.description}</div>
            ) : null}
          </div>
          <IconButton
            label="Dismiss"
            className="absolute top-1.5 right-1.5"
            onClick={() => dismissOutcome(outcome.id)}
          >
            <CrossIcon />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}

/** An outcome ends here as in the toasts themselves: an error with its page, any other in time. */
function useEnds(outcome: HeldOutcome | undefined): void {
  const { pathname } = useLocation();
  const page = useRef(pathname);
  useEffect(() => {
    // Not when this host unmounts, because the toasts then continue to show the error.
    if (page.current !== pathname) endErrorsOfPage();
    page.current = pathname;
  }, [pathname]);
  const startTime = useEffectEvent(() => outcome && dismissInTime(outcome));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another outcome has a time of its own.
  useEffect(() => startTime(), [outcome?.id]);
}
