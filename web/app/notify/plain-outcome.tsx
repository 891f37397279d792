import { useStore } from '~/lib/store.ts';
import { cx } from '~/ui/class-names.ts';
import { IconButton } from '~/ui/icon-button.tsx';
import { CrossIcon } from '~/ui/icons.tsx';
import { dismissOutcome, heldOutcomes } from './outcomes.ts';

/** An outcome without the toasts' code, so that a network failure shows immediately. [P9] */
export function PlainOutcome() {
  const outcomes = useStore(heldOutcomes);
  const outcome = outcomes.find(({ open }) => open);
  return (
    <div
      role="alert"
      // Dialogs hide everything outside except live regions.
      aria-live="assertive"
      className="pointer-events-auto fixed inset-x-4 top-(--below-bar) z-60 md:inset-x-auto md:top-auto md:right-6 md:bottom-6 md:w-[23rem]"
    >
      {outcome ? (
        <div
          className={cx(
            'flex items-start gap-3 rounded-lg border-2 p-4 text-ink shadow-2',
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
            className="-my-2.5 -mr-2"
            onClick={() => dismissOutcome(outcome.id)}
          >
            <CrossIcon />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}
