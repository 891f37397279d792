import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffMember } from '@kindpal/contract/staff/member';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useProof, wasCanceled } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { ReasonField, reasonSchema } from '~/staff/reason-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';

/**
 * Lets a super admin reset the factors of a member who has lost their phone and recovery codes.
 * [U13]
 */
export function ResetFactors({ member }: { member: StaffMember }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Reset second factors
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Reset second factors of ${member.full_name}?`}
        description="Their authenticator apps, recovery codes and passkeys stop working, and they are signed out everywhere. First make sure it’s really them asking: they write from the email address of their account, and answer a question that only they can."
      >
        <ResetForm member={member} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ResetForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const { mutateAsync: resetFactors } = useMutation(api.staff.resetFactors.mutationOptions());
  const { withProof, proof } = useProof();

  async function reset({ reason }: { reason: string }) {
    try {
      await withProof(() => resetFactors({ user_id: member.id, reason }));
      notify.outcome({ title: 'Second factors reset', description: 'The member was emailed.' });
      void queryClient.invalidateQueries({ queryKey: api.staff.getMember.key() });
      onDone();
    } catch (error) {
      if (!wasCanceled(error)) showFormError(error, form);
    }
  }
  return (
    <>
      <form noValidate onSubmit={form.handleSubmit(reset)}>
        <ReasonField
          form={form}
          hint="The member sees this by email, and it’s kept in the activity log."
        />
        <DialogActions>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            busy={form.formState.isSubmitting}
            busyLabel="Resetting..."
          >
            Reset Factors
          </Button>
        </DialogActions>
      </form>
      {proof}
    </>
  );
}
