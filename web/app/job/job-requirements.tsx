import type { Requirements } from '@kindpal/contract/job/requirements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Info, X } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '~/lib/api.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import type { MemberJobDetail } from './job-stage.ts';
import { RequirementFields, type RequirementValues } from './requirement-fields.tsx';
import { type RequirementText, requirementTexts } from './requirement-texts.ts';

/** What the job asks of who claims it, before the press; its owner can change it. [J4] [J5] */
export function JobRequirements({ job }: { job: MemberJobDetail }) {
  const [isChanging, setChanging] = useState(false);
  const texts = job.requirements ? requirementTexts(job.requirements, job.owner.full_name) : [];
  const canChange = job.is_mine && job.status === 'open';
  if (texts.length === 0 && !canChange) return null;
  return (
    <div className="grid justify-items-start gap-2">
      {texts.length > 0 ? (
        <ul aria-label="Who can claim it" className="grid gap-1.5 text-sm">
          {texts.map((one) => (
            <li key={one.text} className="flex gap-2">
              <Mark isMet={one.isMet} />
              <span className="min-w-0 wrap-anywhere">{one.text}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {canChange ? (
        <Button variant="quiet" size="sm" className="-ml-3" onClick={() => setChanging(true)}>
          Change who can claim it
        </Button>
      ) : null}
      {isChanging ? (
        <RequirementsWindow
          jobId={job.id}
          requirements={job.requirements}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </div>
  );
}

function Mark({ isMet }: Pick<RequirementText, 'isMet'>) {
  const look = 'mt-0.5 size-4 shrink-0';
  if (isMet === null) return <Info aria-hidden="true" className={`${look} text-accent`} />;
  return isMet ? (
    <Check aria-hidden="true" className={`${look} text-accent`} />
  ) : (
    <X aria-hidden="true" className={`${look} text-danger`} />
  );
}

type WindowProps = { jobId: string; requirements: Requirements | null; onClose: () => void };

function RequirementsWindow({ jobId, requirements, onClose }: WindowProps) {
  const cache = useQueryClient();
  const { register, handleSubmit } = useForm<RequirementValues>({
    defaultValues: {
      min_reviews: `${requirements?.min_reviews ?? 0}`,
      met_before: requirements?.met_before ?? false,
      favorites_first_hours: '0',
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
        favorites_first_hours: Number(values.favorites_first_hours),
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Who can claim it"
      description="It counts from now on. Sitters you asked first can claim it in any case."
    >
      <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <RequirementFields register={register} />
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
