import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffDecision } from '@kindpal/contract/moderation/schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useProof, wasCanceled } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { ReasonField, reasonSchema } from '~/staff/reason-field.tsx';
import { refetchMembers } from '~/staff/refetch.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';

/** An action on a decision: undo it, or answer its appeal. */
export type Answering = { kind: 'undo' | 'granted' | 'upheld'; decision: StaffDecision };

const TEXTS = {
  undo: {
    title: 'Reverse the decision',
    description: 'It no longer counts. Your reason is kept in the activity log.',
    button: 'Reverse',
    done: 'Decision reversed',
  },
  granted: {
    title: 'Grant the appeal',
    description: 'The decision no longer counts. The member gets your answer by email.',
    button: 'Grant',
    done: 'Appeal granted',
  },
  upheld: {
    title: 'Uphold the decision',
    description:
      'The decision stands. The member gets your answer by email and can’t appeal again.',
    button: 'Uphold',
    done: 'Decision upheld',
  },
};

type AnswerDialogProps = { answering: Answering | null; onClose: () => void };

/** A dialog for the reason of an undo, or for the answer to an appeal. [S4] */
export function AnswerDialog({ answering, onClose }: AnswerDialogProps) {
  const texts = answering && TEXTS[answering.kind];
  return (
    <Dialog
      open={answering !== null}
      onOpenChange={(open) => !open && onClose()}
      title={texts?.title ?? ''}
      description={texts?.description ?? ''}
    >
      {answering ? <AnswerForm answering={answering} onClose={onClose} /> : null}
    </Dialog>
  );
}

function AnswerForm({ answering, onClose }: { answering: Answering; onClose: () => void }) {
  const { kind, decision } = answering;
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const { isDirty, isSubmitting } = form.formState;
  const undo = useMutation(api.moderation.undo.mutationOptions());
  const decide = useMutation(api.moderation.decideAppeal.mutationOptions());
  const { withProof, proof } = useProof();

  async function send({ reason }: { reason: string }) {
    try {
      await withProof(() =>
        kind === 'undo'
          ? undo.mutateAsync({ id: decision.id, reason })
          : decide.mutateAsync({ id: decision.id, decision: kind, answer: reason }),
      );
      refetchMembers();
      notify.outcome({ title: TEXTS[kind].done });
      onClose();
    } catch (error) {
      if (wasCanceled(error)) return;
      showFormError(error, form);
      if (!hasCode(error, 'DECISION_OVER')) return;
      refetchMembers();
      onClose();
    }
  }
  useUnsaved(isDirty && !undo.isSuccess && !decide.isSuccess);
  return (
    <>
      <form noValidate onSubmit={form.handleSubmit(send)}>
        <ReasonField form={form} />
        <DialogActions>
          <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
            {TEXTS[kind].button}
          </Button>
        </DialogActions>
      </form>
      {proof}
    </>
  );
}
