import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffInviteRequest } from '@kindpal/contract/invite/schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { ReasonField, reasonSchema } from '~/staff/reason-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';

export type RequestDecision = { request: StaffInviteRequest; decision: 'granted' | 'refused' };

const TEXTS = {
  granted: { title: 'Grant another code', button: 'Grant', busy: 'Granting...' },
  refused: { title: 'Refuse the request', button: 'Refuse', busy: 'Refusing...' },
};

type DecideRequestDialogProps = { decision: RequestDecision | null; onClose: () => void };

/** A dialog to grant or refuse a request with a reason, which the member reads. [I1] */
export function DecideRequestDialog({ decision, onClose }: DecideRequestDialogProps) {
  return (
    <Dialog
      open={decision !== null}
      onOpenChange={(open) => !open && onClose()}
      title={decision ? TEXTS[decision.decision].title : ''}
      description={
        decision ? `${decision.request.member.full_name} gets your reason here and by email.` : ''
      }
    >
      {decision ? <DecideForm {...decision} onClose={onClose} /> : null}
    </Dialog>
  );
}

function DecideForm({ request, decision, onClose }: RequestDecision & { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const texts = TEXTS[decision];
  const refetchRequests = () =>
    queryClient.invalidateQueries({ queryKey: api.invite.listRequests.key() });
  const decide = useMutation(
    api.invite.decideRequest.mutationOptions({
      onSuccess: async () => {
        await refetchRequests();
        notify.outcome({
          title: decision === 'granted' ? 'Request granted' : 'Request refused',
          description: `${request.member.full_name} gets an email.`,
        });
        onClose();
      },
      onError: async (error) => {
        showFormError(error, form);
        if (!hasCode(error, 'ALREADY_DECIDED')) return;
        await refetchRequests();
        onClose();
      },
    }),
  );
  useUnsaved(form.formState.isDirty && !decide.isSuccess);

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ reason }) =>
        decide.mutate({ id: request.id, decision, reason }),
      )}
    >
      <ReasonField form={form} />
      <DialogActions>
        <Button variant="quiet" disabled={decide.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={decision === 'granted' ? 'primary' : 'danger'}
          busy={decide.isPending}
          busyLabel={texts.busy}
        >
          {texts.button}
        </Button>
      </DialogActions>
    </form>
  );
}
