import { Bell, PawPrint, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { notify } from '~/notify/notify.ts';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog, DialogActions, DialogClose } from '../dialog.tsx';
import { Drawer } from '../drawer.tsx';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../dropdown-menu.tsx';
import { IconButton } from '../icon-button.tsx';
import { ButtonLink, TextLink } from '../link.tsx';
import { Tooltip } from '../tooltip.tsx';
import { Row, Specimen } from './specimen.tsx';

const variants = ['primary', 'secondary', 'outline', 'quiet', 'danger', 'danger-quiet'] as const;

export function Actions() {
  return (
    <>
      <Specimen name="Button">
        {variants.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} icon={<PawPrint className="size-5" />}>
              With icon
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} busy busyLabel="Signing In...">
              Sign In
            </Button>
          </Row>
        ))}
        <Row>
          <Button size="sm">Small</Button>
          <Button size="md">Medium</Button>
          <Button size="lg">Large</Button>
          <BusyOnPress />
        </Row>
      </Specimen>
      <Specimen name="Icon button and links">
        <Row>
          <IconButton label="Close">
            <X />
          </IconButton>
          <IconButton label="Notify me" tone="accent">
            <Bell />
          </IconButton>
          <IconButton label="Delete" tone="danger">
            <Trash2 />
          </IconButton>
          <IconButton label="Delete, not possible now" disabled>
            <Trash2 />
          </IconButton>
          <TextLink to="/faq">A link in text</TextLink>
          <ButtonLink to="/about" variant="outline">
            A link as a button
          </ButtonLink>
          <Tooltip text="Said for pointer and keyboard">
            <Button variant="quiet">Tooltip</Button>
          </Tooltip>
        </Row>
      </Specimen>
      <Overlays />
      <Notices />
    </>
  );
}

function BusyOnPress() {
  const [busy, setBusy] = useState(false);
  function press() {
    setBusy(true);
    setTimeout(() => setBusy(false), 2000);
  }
  return (
    <Button variant="secondary" busy={busy} onClick={press}>
      Busy for two seconds
    </Button>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'confirm' | 'top' | 'right' | 'bottom' | null>(null);
  const drawer = open === 'confirm' ? null : open;
  const close = () => setOpen(null);
  return (
    <Specimen name="Dialog, drawer, menu">
      <Row>
        <Dialog
          trigger={<Button variant="outline">Dialog</Button>}
          title="Forgot your password?"
          description="We send a link to your address."
        >
          <p>What it holds.</p>
          <DialogActions>
            <DialogClose asChild>
              <Button variant="quiet">Cancel</Button>
            </DialogClose>
            <Button>Send link</Button>
          </DialogActions>
        </Dialog>
        <Button variant="outline" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        {(['top', 'bottom'] as const).map((side) => (
          <Button key={side} variant="outline" onClick={() => setOpen(side)}>
            Drawer {side}
          </Button>
        ))}
        <Menu trigger={<Button variant="outline">Menu</Button>} align="start">
          <MenuLabel>Biscuit’s owner</MenuLabel>
          <MenuSeparator />
          <MenuLink to="/styleguide" icon={<PawPrint />} current>
            Where one is
          </MenuLink>
          <MenuLink to="/about">A link</MenuLink>
          <MenuItem onSelect={() => notify.outcome({ title: 'Chosen' })}>An action</MenuItem>
          <MenuItem onSelect={() => {}} disabled>
            Not now
          </MenuItem>
          <MenuItem onSelect={() => {}} danger icon={<Trash2 />}>
            Delete
          </MenuItem>
        </Menu>
      </Row>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Release this job?"
        description="It opens again for other sitters, and the owner is told."
        confirmLabel="Release"
        tone="danger"
        onConfirm={close}
      />
      {(['top', 'bottom'] as const).map((side) => (
        <Drawer
          key={side}
          side={side}
          open={drawer === side}
          onOpenChange={close}
          title={`From the ${side}`}
          description="It follows the finger."
        >
          <Button wide onClick={close}>
            Done
          </Button>
        </Drawer>
      ))}
    </Specimen>
  );
}

function Notices() {
  const wait = (value: unknown) => new Promise((resolve) => setTimeout(() => resolve(value), 1500));
  return (
    <Specimen name="Toasts">
      <Row>
        <Button
          variant="outline"
          onClick={() =>
            notify.outcome({ title: 'Job claimed', description: 'Biscuit, Saturday 9:00.' })
          }
        >
          Outcome
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            notify.outcome({
              title: 'Error',
              description: 'Failed to send message',
              variant: 'destructive',
              action: { label: 'Try again', onPress: () => {} },
            })
          }
        >
          Outcome, destructive
        </Button>
        {(['success', 'info', 'warning', 'error', 'loading'] as const).map((kind) => (
          <Button
            key={kind}
            variant="outline"
            onClick={() => notify.ongoing[kind](`Ongoing: ${kind}`, { description: 'And more.' })}
          >
            {kind}
          </Button>
        ))}
        <Button
          variant="outline"
          onClick={() =>
            notify.ongoing.promise(wait(new Response(null, { status: 503 })), {
              loading: 'Uploading…',
              success: 'Uploaded',
            })
          }
        >
          Promise, HTTP 503
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            notify.ongoing.promise(wait(1), { loading: 'Uploading…', success: 'Uploaded' })
          }
        >
          Promise
        </Button>
      </Row>
    </Specimen>
  );
}
