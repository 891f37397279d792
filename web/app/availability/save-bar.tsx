import { Undo2 } from 'lucide-react';
import { hasLostFocus } from '~/lib/kept-focus.ts';
import { Button } from '~/ui/button.tsx';
import type { AvailabilityForm, Undo } from './use-availability-form.ts';

type SaveBarProps = {
  form: AvailabilityForm;
  /** Null if the page saves: then the bar only offers undo. */
  onSave: (() => void) | null;
};

/** A bar for unsaved changes and undo, always visible at the bottom of the screen. [V4] */
export function SaveBar({ form, onSave }: SaveBarProps) {
  const { undo } = form;
  const isDirty = form.isDirty && onSave !== null;
  return (
    <>
      <p role="status" className="sr-only">
        {undo?.text}
      </p>
      {isDirty || undo ? (
        <div className="sticky bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 -mx-2 grid animate-rise-in items-center rounded-lg border border-accent bg-raised p-2 shadow-2 sm:flex sm:flex-wrap">
          {undo ? (
            <TakeBack undo={undo} onPress={() => form.takeBack(undo)} />
          ) : (
            <p className="mr-auto pl-2 font-semibold text-sm max-sm:sr-only">Unsaved changes</p>
          )}
          {isDirty && onSave ? (
            <div className="flex justify-end gap-2">
              <Button variant="quiet" size="sm" disabled={form.isSaving} onClick={form.cancel}>
                Cancel
              </Button>
              <Button size="sm" busy={form.isSaving} busyLabel="Saving..." onClick={onSave}>
                Save Changes
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function TakeBack({ undo, onPress }: { undo: Undo; onPress: () => void }) {
  return (
    <p className="flex min-w-0 flex-1 items-center justify-between gap-2 pl-2 text-sm sm:justify-start">
      {undo.text}
      <Button
        variant="quiet"
        size="sm"
        icon={<Undo2 aria-hidden="true" className="size-5" />}
        // The button that removed something disappeared, so the undo button gets the focus.
        ref={(button) => {
          if (hasLostFocus()) button?.focus({ preventScroll: true });
        }}
        onClick={onPress}
      >
        Undo
      </Button>
    </p>
  );
}
