import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { focusStart } from './focus-start.ts';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './return-focus.ts';

type DialogProps = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The element that opens it, if it is not controlled from outside. */
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  width?: 'sm' | 'md' | 'lg';
};

const widths = { sm: 'sm:max-w-[26.5625rem]', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };

export const overlayStyle =
  'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out';

/** A modal window; on a phone it comes from below, within reach of the thumb. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  width = 'sm',
}: DialogProps) {
  const focus = useReturnFocus();
  return (
    <Primitive.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          {...focus}
          onOpenAutoFocus={focusStart}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[92dvh] w-full overflow-y-auto rounded-t-xl bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-2 data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
            'sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 sm:rounded-xl sm:p-7',
            widths[width],
          )}
        >
          <div className="mb-4 flex items-start gap-4">
            <div className="grid gap-1.5">
              <Primitive.Title tabIndex={-1} className="text-xl outline-none">
                {title}
              </Primitive.Title>
              {description ? (
                <Primitive.Description className="text-ink-soft text-sm">
                  {description}
                </Primitive.Description>
              ) : null}
            </div>
            <Primitive.Close asChild>
              <IconButton
                label="Close"
                className="-mt-2 -mr-2 ml-auto"
                // Tab comes here from the end of a dialog that is scrolled, without scrolling back.
                onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
              >
                <X />
              </IconButton>
            </Primitive.Close>
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const DialogClose = Primitive.Close;

/** A dialog's buttons: the main one nearest to the thumb. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
  );
}
