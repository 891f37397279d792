import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

type SideSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  className?: string;
};

/**
 * A sheet from the right, on the browser's own modal dialog: it keeps the focus, answers Escape and
 * a phone's Back, and gives the focus back. Drawn before it is wanted, it opens without React.
 */
export function SideSheet({ open, onOpenChange, title, children, className }: SideSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) sheet.current?.showModal();
    else sheet.current?.close();
  }, [open]);
  const close = () => onOpenChange(false);
  // Only the backdrop belongs to the dialog itself: everything on the sheet lies in its content.
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it on Escape.
    <dialog
      ref={sheet}
      aria-label={title}
      onClose={close}
      onClick={onClick}
      className={cx(
        'fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[300px] max-w-[88vw] translate-x-full overflow-hidden rounded-l-xl bg-raised text-ink shadow-2 outline-none transition-[translate,display,overlay] transition-discrete duration-200 ease-out backdrop:bg-scrim open:translate-x-0 starting:open:translate-x-full',
        className,
      )}
    >
      <div className="flex h-full flex-col">
        <div className="flex justify-end p-2">
          <IconButton label="Close" onClick={close}>
            <X />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">
          {children}
        </div>
      </div>
    </dialog>
  );
}
