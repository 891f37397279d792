import { TicketCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { Spinner } from '~/ui/spinner.tsx';

const InvitePanel = lazy(() =>
  import('./invite-panel.tsx').then(({ InvitePanel: Panel }) => ({ default: Panel })),
);

function Loading() {
  return (
    <div className="grid min-h-83 place-items-center text-2xl text-accent">
      <Spinner label="Loading your invite" />
    </div>
  );
}

type InviteDialogProps = {
  /** What opens it; a button reading 'Invite' when left out. */
  trigger?: ReactNode;
  /** For a menu, which closes before the dialog opens: hold the state outside. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** A trigger and the dialog with the member's one invite code. [I2] */
export function InviteDialog({ trigger, open, onOpenChange }: InviteDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const shownTrigger = trigger ?? (
    <Button variant="quiet" size="sm" icon={<TicketCheck size={18} aria-hidden="true" />}>
      Invite
    </Button>
  );
  return (
    <Dialog
      open={open ?? isOpen}
      onOpenChange={onOpenChange ?? setOpen}
      trigger={open === undefined ? shownTrigger : trigger}
      title="Invite a neighbour"
      description="You have one code for one person you trust. It never expires and works once."
    >
      <Suspense fallback={<Loading />}>
        <InvitePanel loading={<Loading />} />
      </Suspense>
    </Dialog>
  );
}
