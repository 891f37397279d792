import { TicketCheck } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';

const InvitePanel = lazyPart(() =>
  import('./invite-panel.tsx').then((module) => module.InvitePanel),
);

const loading = <PartSpinner label="Loading your invite" className="min-h-83" />;

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
      title="Invite a neighbor"
      description="You have one code for one person you trust. It never expires and works once."
    >
      <Suspense fallback={loading}>
        <InvitePanel loading={loading} />
      </Suspense>
    </Dialog>
  );
}
