import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffMember } from '@kindpal/contract/staff/member';
import { useMutation } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useProof, wasCanceled } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { refetchMembers } from '~/staff/refetch.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import {
  type ChosenDecision,
  DECISION_DEFAULTS,
  DecisionFields,
  decisionSchema,
} from './decision-fields.tsx';
import { endOfTerm, TERMS } from './suspension-terms.ts';

type Suspended = Pick<StaffMember, 'id' | 'full_name'>;

/** Suspends or bans a member after a confirmation with a reason. [S4] */
export function SuspendButton({ member }: { member: Suspended }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        icon={<UserX aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Suspend
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={
          <>
            Suspend <bdi>{member.full_name}</bdi>
          </>
        }
        description="They’re signed out everywhere at once. Their open jobs are hidden, and jobs they claimed but haven’t started are open to others again."
      >
        {isOpen ? <SuspendForm memberId={member.id} onClose={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}

function SuspendForm({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(decisionSchema),
    defaultValues: DECISION_DEFAULTS,
  });
  const { isDirty, isSubmitting } = form.formState;
  const isBan = form.watch('term') === 'ban';
  const { mutateAsync: suspendMember } = useMutation(api.moderation.suspend.mutationOptions());
  const { withProof, proof } = useProof();

  async function suspend({ term, reason, note }: ChosenDecision) {
    const given = { member_id: memberId, ends_at: endOfTerm(term, Date.now()), reason, note };
    try {
      const { kind } = await withProof(() => suspendMember(given));
      refetchMembers();
      notify.outcome({
        title: kind === 'ban' ? 'Member banned' : 'Member suspended',
        description: 'They get your reason by email.',
      });
      onClose();
    } catch (error) {
      if (wasCanceled(error)) return;
      showFormError(error, form);
      if (!hasCode(error, 'ALREADY_SUSPENDED')) return;
      refetchMembers();
      onClose();
    }
  }
  useUnsaved(isDirty);
  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(suspend)}>
        <DecisionFields
          form={form}
          terms={TERMS}
          reasonHint="The member sees this by email and when they sign in."
        />
        <DialogActions>
          <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            busy={isSubmitting}
            busyLabel={isBan ? 'Banning...' : 'Suspending...'}
          >
            {isBan ? 'Ban' : 'Suspend'}
          </Button>
        </DialogActions>
      </form>
      {proof}
    </>
  );
}
