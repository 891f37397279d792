import { OctagonAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useStore } from '~/lib/store.ts';
import { buttonStyle } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { IconButton } from '~/ui/icon-button.tsx';
import { outcomePlace, outcomeToast } from './constants.ts';
import { useRoomForOngoing } from './outcome-room.ts';
import { dismissOutcome, type HeldOutcome, heldOutcomes } from './outcomes.ts';

type OutcomeToastsProps = { announceIn: HTMLElement; isAtBottom: boolean };

export function OutcomeToasts({ announceIn, isAtBottom }: OutcomeToastsProps) {
  const viewport = useRoomForOngoing();
  const outcomes = useStore(heldOutcomes);
  return (
    <Toast.Provider
      duration={outcomeToast.durationMs}
      swipeDirection="right"
      swipeThreshold={outcomeToast.swipeThresholdPx}
      announcerContainer={announceIn}
    >
      {outcomes.map((outcome) => (
        <OutcomeToast key={outcome.id} outcome={outcome} />
      ))}
      {/* Toasts over an open dialog must be inside a live region; dialogs hide everything else. */}
      <Toast.Viewport
        ref={viewport}
        aria-live="off"
        hotkey={outcomeToast.hotkey}
        className={cx(
          outcomePlace,
          'grid outline-none',
          isAtBottom ? 'bottom-4' : 'top-(--below-bar)',
        )}
      />
    </Toast.Provider>
  );
}

function OutcomeToast({ outcome }: { outcome: HeldOutcome }) {
  const destructive = outcome.variant === 'destructive';
  return (
    <Toast.Root
      type="background"
      open={outcome.open}
      onOpenChange={(open) => !open && dismissOutcome(outcome.id)}
      {...(destructive ? { duration: Number.POSITIVE_INFINITY } : {})}
      {...(outcome.durationMs ? { duration: outcome.durationMs } : {})}
      data-variant={outcome.variant ?? 'default'}
      // The library refuses every touch, for its swipe, which is sideways: a tall toast scrolls.
      style={{ touchAction: 'pan-y' }}
      className={cx(
        'toast-shape scroll-tall border-2 shadow-2',
        'data-[state=closed]:animate-fade-out data-[state=open]:animate-drop-in xl:data-[state=open]:animate-rise-in data-[swipe=end]:animate-slide-away',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-transform',
        destructive ? 'border-danger bg-danger-soft text-ink' : 'border-line bg-raised text-ink',
      )}
    >
      {destructive ? (
        <OctagonAlert aria-hidden="true" className="line-icon text-danger" />
      ) : (
        <TagMark />
      )}
      <div className="grid min-w-0 flex-1 basis-[min(10rem,100%)] gap-1">
        <Toast.Title className="font-semibold leading-snug">{outcome.title}</Toast.Title>
        {outcome.description ? (
          <Toast.Description className="text-ink-soft text-sm">
            {outcome.description}
          </Toast.Description>
        ) : null}
        {outcome.action ? (
          <Toast.Action
            altText={outcome.action.label}
            onClick={outcome.action.onPress}
            className={cx(
              buttonStyle({ variant: 'outline', size: 'sm' }),
              'mt-2 justify-self-start',
            )}
          >
            {outcome.action.label}
          </Toast.Action>
        ) : null}
      </div>
      <Toast.Close asChild>
        <IconButton label="Dismiss" className="absolute top-1.5 right-1.5">
          <X />
        </IconButton>
      </Toast.Close>
    </Toast.Root>
  );
}

function TagMark() {
  return (
    <svg viewBox="0 0 20 20" className="line-icon" aria-hidden="true">
      <circle cx="10" cy="11.5" r="8" fill="var(--brand)" />
      <circle cx="10" cy="2.8" r="2" fill="none" stroke="var(--accent)" strokeWidth="1.6" />
      <path
        d="m6.8 11.8 2.3 2.3 4.2-4.6"
        fill="none"
        stroke="var(--brand-ink)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
