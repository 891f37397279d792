import { X } from 'lucide-react';
import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
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
 * A sheet from the right, on a native popover, which handles Escape and a phone's Back and
 * returns the focus. Rendered in advance, it opens without React. A modal dialog would make the
 * browser restyle the whole page, which is a visible delay on a slow phone.
 */
export function SideSheet({ open, onOpenChange, title, children, className }: SideSheetProps) {
  const scrim = useRef<HTMLDivElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    scrim.current?.togglePopover(open);
  }, [open]);
  const close = () => onOpenChange(false);
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close();
  };
  // The page may move the focus while loading; only tabbing out of the sheet closes it.
  const isTab = useRef(false);
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (isTab.current && relatedTarget && !currentTarget.contains(relatedTarget)) close();
    isTab.current = false;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press outside the sheet closes it.
    <div
      ref={scrim}
      popover="auto"
      onToggle={({ newState }) => {
        if (newState === 'open') closeButton.current?.focus({ preventScroll: true });
        else close();
      }}
      onClick={onClick}
      onKeyDown={({ key }) => {
        isTab.current = key === 'Tab';
      }}
      onBlur={onBlur}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none touch-none overflow-hidden bg-scrim p-0 opacity-0 transition-[opacity,display,overlay] transition-discrete duration-200 ease-out open:opacity-100 starting:open:opacity-0"
    >
      <div
        role="dialog"
        aria-modal="true"
        aria-label={title}
        className={cx(
          'ml-auto flex h-dvh w-[300px] max-w-[88vw] translate-x-full flex-col rounded-l-xl bg-raised text-ink shadow-2 transition-[translate] duration-200 ease-out in-[:popover-open]:translate-x-0 starting:in-[:popover-open]:translate-x-full',
          className,
        )}
      >
        <div className="flex justify-end p-2">
          <IconButton ref={closeButton} label="Close" onClick={close}>
            <X />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 touch-pan-y overflow-y-auto overscroll-contain px-5 pb-5">
          {children}
        </div>
      </div>
    </div>
  );
}
