import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Drawer as Primitive } from 'vaul';
import { IconButton } from '~/ui/icon-button.tsx';
import { useReturnFocus } from '~/ui/return-focus.ts';

type SidebarSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** The sidebar on a phone: 18rem wide, opens from the left and can be swiped away. [S1] */
export function SidebarSheet({ open, onOpenChange, children }: SidebarSheetProps) {
  const focus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} direction="left">
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[88vw] flex-col rounded-r-xl bg-raised shadow-2 outline-none"
        >
          <Primitive.Title className="sr-only">Admin menu</Primitive.Title>
          <Primitive.Close asChild>
            <IconButton label="Close" className="absolute top-2.5 right-2">
              <X />
            </IconButton>
          </Primitive.Close>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
