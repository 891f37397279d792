import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Drawer as Primitive } from 'vaul';
import { cx } from './class-names.ts';
import { focusStart } from './focus-start.ts';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './return-focus.ts';

type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side: 'top' | 'bottom';
  title: string;
  description?: string;
  children: ReactNode;
  className?: string;
};

const sides = {
  // Toasts are below it.
  top: 'inset-x-0 top-0 max-h-[calc(92dvh-var(--outcome-height,0px))] rounded-b-xl',
  bottom: 'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl',
};

/** A sheet that can be dragged and swiped away. */
export function Drawer({
  open,
  onOpenChange,
  side,
  title,
  description,
  children,
  className,
}: DrawerProps) {
  const focus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} direction={side}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          {...focus}
          onOpenAutoFocus={focusStart}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx('fixed z-50 flex flex-col bg-raised shadow-2 outline-none', sides[side])}
        >
          <div className="flex items-center gap-3 p-2 pl-5">
            <Primitive.Title tabIndex={-1} className="text-xl outline-none">
              {title}
            </Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label="Close" className="ml-auto">
                <X />
              </IconButton>
            </Primitive.Close>
          </div>
          <div className={cx('min-h-0 flex-1 overflow-y-auto px-5 pb-5', className)}>
            {description ? (
              <Primitive.Description className="mb-4 text-ink-soft text-sm">
                {description}
              </Primitive.Description>
            ) : null}
            {children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
