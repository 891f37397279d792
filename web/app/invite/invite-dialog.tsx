import { TicketCheck } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { useLast } from '~/lib/use-last.ts';
import { whenIdle } from '~/lib/when-idle.ts';
import { Button, type ButtonProps } from '~/ui/button.tsx';

/** Loaded once the page is rendered. */
const InviteWindow = lazyPart(() =>
  import('./invite-window.tsx').then((module) => module.InviteWindow),
);

const look: ButtonProps = {
  variant: 'quiet',
  size: 'sm',
  icon: <TicketCheck size={18} aria-hidden="true" />,
  children: 'Invite',
};

/** A button that opens a dialog with the member's invite code. [I2] */
export function InviteDialog(button: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isWanted = useLast(isOpen || null);
  useEffect(() => whenIdle(InviteWindow.prefetch), []);
  return (
    <>
      <Button
        {...look}
        {...button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isWanted ? (
        <Suspense>
          <InviteWindow open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
