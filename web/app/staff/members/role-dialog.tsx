import { APP_ROLES, type AppRole, type StaffUser } from '@kindpal/contract/staff/schema';
import { type FormEvent, useState } from 'react';
import { useProof } from '~/factor/use-proof.tsx';
import { appRoleLabel } from '~/staff/sections.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';
import { useSetRole } from './use-user-list.ts';

const MEANINGS: Record<AppRole, string> = {
  user: 'A regular member without access to the admin area.',
  admin: 'Sees all members and their emails, answers feedback and requests.',
  super_admin: 'Full access, including roles and system pages.',
};
const OPTIONS = APP_ROLES.map((role) => ({
  value: role,
  label: appRoleLabel(role),
  description: MEANINGS[role],
}));

type RoleDialogProps = {
  /** The member as they were when the dialog was opened; null while it is closed. */
  member: StaffUser | null;
  /** The current data of the same member, while they are on the page. */
  latest: StaffUser | undefined;
  onClose: () => void;
};

/** A dialog to give a member another administrative role. [S3] */
export function RoleDialog({ member, latest, onClose }: RoleDialogProps) {
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Change role"
      description={
        member ? (
          <>
            Sets what <bdi>{member.full_name}</bdi> can do in the admin area, right away. It’s
            logged.
          </>
        ) : (
          ''
        )
      }
    >
      {member ? <RoleForm member={member} latest={latest ?? member} onClose={onClose} /> : null}
    </Dialog>
  );
}

type RoleFormProps = { member: StaffUser; latest: StaffUser; onClose: () => void };

function RoleForm({ member, latest, onClose }: RoleFormProps) {
  const [seen, setSeen] = useState(member.app_role);
  const [role, setRole] = useState(member.app_role);
  const [error, setError] = useState<string>();
  const change = useSetRole();
  const { withProof, proof } = useProof();

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    if (role === seen) return setError('Please choose another role.');
    try {
      await withProof(() => change.mutateAsync({ user_id: member.id, role, seen_role: seen }));
      onClose();
    } catch {
      // `useSetRole` shows the error.
    }
  }

  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={(event) => void confirm(event)}>
        {latest.app_role === seen ? null : (
          <Banner
            tone="caution"
            title="Someone else changed this role in the meantime."
            action={
              <Button size="sm" variant="outline" onClick={() => setSeen(latest.app_role)}>
                Got it
              </Button>
            }
          >
            It is now: {appRoleLabel(latest.app_role)}.
          </Banner>
        )}
        <RadioCards
          legend="Role"
          options={OPTIONS}
          value={role}
          error={error}
          onChange={(event) => {
            setRole(event.target.value as AppRole);
            setError(undefined);
          }}
        />
        <DialogActions>
          <Button variant="quiet" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending} busyLabel="Changing...">
            Change role
          </Button>
        </DialogActions>
      </form>
      {proof}
    </>
  );
}
