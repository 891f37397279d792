import { zodResolver } from '@hookform/resolvers/zod';
import type { ModeratedJob, ModeratedProfile } from '@kindpal/contract/staff/moderation';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '~/lib/api.ts';
import { hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { ReasonField, reasonSchema } from '~/staff/reason-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { lookAgainAt } from './use-moderation.ts';

/** What is to be taken away. */
export type Moderation =
  | { kind: 'job'; job: ModeratedJob }
  | { kind: 'photo' | 'bio'; member: ModeratedProfile };

const TEXTS = {
  job: {
    title: 'Take the job down',
    button: 'Take Down',
    busy: 'Taking down...',
    done: 'Job taken down',
  },
  photo: {
    title: 'Remove the photo',
    button: 'Remove',
    busy: 'Removing...',
    done: 'Photo removed',
  },
  bio: { title: 'Remove the bio', button: 'Remove', busy: 'Removing...', done: 'Bio removed' },
};

/** Who the reason is mailed to. */
function readersOf(moderation: Moderation): string {
  if (moderation.kind !== 'job') return moderation.member.full_name;
  const { owner, status } = moderation.job;
  return status === 'open' ? owner.full_name : `${owner.full_name}, and the sitter,`;
}

function consequenceOf({ kind }: Moderation): string {
  return kind === 'job'
    ? 'It’s canceled and can’t be reposted.'
    : 'They can add another one at any time.';
}

type ModerationDialogProps = { moderation: Moderation | null; onClose: () => void };

/** Takes something away with a reason, which the member concerned reads. [S4] */
export function ModerationDialog({ moderation, onClose }: ModerationDialogProps) {
  return (
    <Dialog
      open={moderation !== null}
      onOpenChange={(open) => !open && onClose()}
      title={moderation ? TEXTS[moderation.kind].title : ''}
      description={
        moderation ? (
          <>
            {consequenceOf(moderation)} <bdi>{readersOf(moderation)}</bdi> get your reason by email.
          </>
        ) : (
          ''
        )
      }
    >
      {moderation ? <ModerationForm moderation={moderation} onClose={onClose} /> : null}
    </Dialog>
  );
}

/** Takes a job down or removes a part of a profile; both end alike. */
function useModerate(ends: { onSuccess: () => void; onError: (error: unknown) => void }) {
  const takeDown = useMutation(api.staff.takeDownJob.mutationOptions(ends));
  const removePart = useMutation(api.staff.removeProfilePart.mutationOptions(ends));
  return {
    isPending: takeDown.isPending || removePart.isPending,
    isSuccess: takeDown.isSuccess || removePart.isSuccess,
    mutate(moderation: Moderation, reason: string) {
      if (moderation.kind === 'job') {
        return takeDown.mutate({ job_id: moderation.job.id, reason });
      }
      const { kind: part, member } = moderation;
      const seen = (part === 'photo' ? member.profile_image_url : member.bio) ?? '';
      removePart.mutate({ user_id: member.id, part, seen, reason });
    },
  };
}

function ModerationForm({ moderation, onClose }: { moderation: Moderation; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const texts = TEXTS[moderation.kind];
  const list = moderation.kind === 'job' ? 'listJobs' : 'listProfiles';

  const moderate = useModerate({
    onSuccess: () => {
      lookAgainAt(list);
      notify.outcome({ title: texts.done, description: 'The member gets your reason.' });
      onClose();
    },
    onError: (error) => {
      showFormError(error, form);
      const isGone = hasCode(error, 'JOB_ACTION_REFUSED') || hasCode(error, 'CONTENT_CHANGED');
      if (!isGone) return;
      lookAgainAt(list);
      onClose();
    },
  });
  useUnsaved(form.formState.isDirty && !moderate.isSuccess);

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ reason }) => moderate.mutate(moderation, reason))}
    >
      <ReasonField form={form} />
      <DialogActions>
        <Button variant="quiet" disabled={moderate.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={moderate.isPending} busyLabel={texts.busy}>
          {texts.button}
        </Button>
      </DialogActions>
    </form>
  );
}
