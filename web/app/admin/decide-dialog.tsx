import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffInviteRequest } from '@kindpal/contract/invite/schema';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '~/lib/api.ts';
import { client } from '~/lib/client.ts';
import { hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { queryClient } from '~/lib/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { ReasonField, reasonSchema } from './reason-field.tsx';

export type Decision = { request: StaffInviteRequest; decision: 'granted' | 'refused' };

const TEXTS = {
  granted: { title: 'Grant another code', button: 'Grant', busy: 'Granting...' },
  refused: { title: 'Refuse the request', button: 'Refuse', busy: 'Refusing...' },
};

type DecideDialogProps = { decision: Decision | null; onClose: () => void };

/** Grants or refuses with a reason, which the member reads. [I1] */
export function DecideDialog({ decision, onClose }: DecideDialogProps) {
  return (
    <Dialog
      open={decision !== null}
      onOpenChange={(open) => !open && onClose()}
      title={decision ? TEXTS[decision.decision].title : ''}
      description={
        decision
          ? `${decision.request.member.full_name} reads your reason, here and by e-mail.`
          : ''
      }
    >
      {decision ? <DecideForm {...decision} onClose={onClose} /> : null}
    </Dialog>
  );
}

function DecideForm({ request, decision, onClose }: Decision & { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const { isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  useUnsaved(isDirty && !isSubmitSuccessful);
  const texts = TEXTS[decision];

  async function decide({ reason }: z.output<typeof reasonSchema>) {
    try {
      await client.invite.decideRequest({ id: request.id, decision, reason });
    } catch (error) {
      showFormError(error, form);
      if (!hasCode(error, 'ALREADY_DECIDED')) return;
      await queryClient.invalidateQueries({ queryKey: api.invite.listRequests.key() });
      return onClose();
    }
    await queryClient.invalidateQueries({ queryKey: api.invite.listRequests.key() });
    notify.outcome({
      title: decision === 'granted' ? 'Request granted' : 'Request refused',
      description: `${request.member.full_name} is told.`,
    });
    onClose();
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(decide)}>
      <ReasonField form={form} />
      <DialogActions>
        <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={decision === 'granted' ? 'primary' : 'danger'}
          busy={isSubmitting}
          busyLabel={texts.busy}
        >
          {texts.button}
        </Button>
      </DialogActions>
    </form>
  );
}
