import { zodResolver } from '@hookform/resolvers/zod';
import type { ModeratedReview } from '@kindpal/contract/review/schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { ReasonField, reasonSchema } from '~/staff/reason-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';

type HideReviewDialogProps = { review: ModeratedReview | null; onClose: () => void };

/** A dialog that hides a review with a reason, which its author reads. [S4] */
export function HideReviewDialog({ review, onClose }: HideReviewDialogProps) {
  return (
    <Dialog
      open={review !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Hide the review"
      description="No one else can see it and its stars don’t count until you restore it. The author gets your reason by email."
    >
      {review ? <HideForm reviewId={review.id} onClose={onClose} /> : null}
    </Dialog>
  );
}

function HideForm({ reviewId, onClose }: { reviewId: string; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const hide = useMutation(
    api.review.hide.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: api.review.key() });
        notify.outcome({ title: 'Review hidden', description: 'The member gets your reason.' });
        onClose();
      },
      onError: (error) => showFormError(error, form),
    }),
  );
  useUnsaved(form.formState.isDirty && !hide.isSuccess);
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ reason }) => hide.mutate({ review_id: reviewId, reason }))}
    >
      <ReasonField form={form} />
      <DialogActions>
        <Button variant="quiet" disabled={hide.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={hide.isPending} busyLabel="Hiding...">
          Hide
        </Button>
      </DialogActions>
    </form>
  );
}
