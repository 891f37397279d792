import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogActions, overlayStyle } from './dialog.tsx';
import { useReturnFocus } from './return-focus.ts';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  busy?: boolean;
  tone?: 'primary' | 'danger';
  onConfirm: () => void;
  /** A reason to enter, a choice to make. */
  children?: ReactNode;
};

/** Asks for confirmation before an action that others will notice. Stays open while `busy`. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  busy = false,
  tone = 'primary',
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const focus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          {...focus}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[92dvh] w-full overflow-y-auto rounded-t-xl bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-2 data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in sm:top-1/2 sm:bottom-auto sm:max-w-[26.5625rem] sm:-translate-y-1/2 sm:rounded-xl sm:p-7"
        >
          <Primitive.Title className="text-xl">{title}</Primitive.Title>
          <Primitive.Description className="mt-2 text-ink-soft">
            {description}
          </Primitive.Description>
          {children ? <div className="mt-4">{children}</div> : null}
          {/* The second press of a double click must not press a button of the dialog it opens. */}
          <div className="no-double-press">
            <DialogActions>
              <Primitive.Cancel asChild>
                <Button variant="quiet">{cancelLabel}</Button>
              </Primitive.Cancel>
              <Button
                variant={tone}
                busy={busy}
                {...(busyLabel ? { busyLabel } : {})}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </DialogActions>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
