import type { Requirements } from '@kindpal/contract/job/requirements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '~/lib/calls/api.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { KEPT, RequirementFields, type RequirementValues } from './requirement-fields.tsx';

type WindowProps = { jobId: string; requirements: Requirements | null; onClose: () => void };

/**
 * A dialog to change the requirements of an open job; hours count from now. A running head start
 * stays unless another one is chosen. [J2]
 */
export function RequirementsWindow({ jobId, requirements, onClose }: WindowProps) {
  const cache = useQueryClient();
  const opensAt = requirements?.opens_at ?? null;
  const { register, handleSubmit } = useForm<RequirementValues>({
    defaultValues: {
      min_reviews: `${requirements?.min_reviews ?? 0}`,
      met_before: requirements?.met_before ?? false,
      verified: requirements?.verified ?? false,
      favorites_first_hours: opensAt ? KEPT : '0',
    },
  });
  const save = useMutation(
    api.job.setRequirements.mutationOptions({
      onSuccess: (job) => {
        cache.setQueryData(api.job.get.queryKey({ input: { id: jobId } }), job);
        onClose();
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  const submit = handleSubmit((values) =>
    save.mutate({
      job_id: jobId,
      requirements: {
        min_reviews: Number(values.min_reviews),
        met_before: values.met_before,
        verified: values.verified,
        ...(values.favorites_first_hours !== KEPT && {
          favorites_first_hours: Number(values.favorites_first_hours),
        }),
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Who can claim it"
      description="This applies from now on. Sitters you asked first can claim it either way."
    >
      <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <RequirementFields register={register} opensAt={opensAt} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending} busyLabel="Saving...">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
