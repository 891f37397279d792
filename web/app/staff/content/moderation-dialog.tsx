import { zodResolver } from '@hookform/resolvers/zod';
import type { JobStatus } from '@kindpal/contract/job/schema';
import type { ModeratedJob, ModeratedProfile } from '@kindpal/contract/staff/moderation';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
import { refetchList } from './use-moderation.ts';

/** What to remove. */
export type Moderation =
  | { kind: 'job'; job: ModeratedJob }
  | { kind: 'claim'; job: { id: string; status: JobStatus; claim?: { id: string } | null } }
  | { kind: 'photo' | 'bio'; member: ModeratedProfile };

const TEXTS = {
  job: {
    title: 'Take the job down',
    button: 'Take down',
    busy: 'Taking down...',
    done: 'Job taken down',
  },
  claim: {
    title: 'End the sitter’s claim',
    button: 'End claim',
    busy: 'Ending...',
    done: 'Claim ended',
  },
  photo: {
    title: 'Remove the photo',
    button: 'Remove',
    busy: 'Removing...',
    done: 'Photo removed',
  },
  bio: { title: 'Remove the bio', button: 'Remove', busy: 'Removing...', done: 'Bio removed' },
};

/** The consequence, and who reads the reason. */
function consequenceOf(moderation: Moderation): ReactNode {
  if (moderation.kind === 'claim') {
    return `${
      moderation.job.status === 'in_progress'
        ? 'The job is in progress and will be canceled.'
        : 'If the job hasn’t ended, it opens again for other sitters.'
    } Home access is removed. Owner and sitter both read your reason, so don’t say who asked.`;
  }
  if (moderation.kind !== 'job') {
    return (
      <>
        They can add another one at any time. <bdi>{moderation.member.full_name}</bdi> gets your
        reason by email.
      </>
    );
  }
  const { owner, status } = moderation.job;
  return (
    <>
      It’s canceled and can’t be reposted. <bdi>{owner.full_name}</bdi>
      {status === 'open' ? ' gets' : ', and the sitter, get'} your reason by email.
    </>
  );
}

/** Whether the sitter is concerned as well: an open job has only an owner. */
const isOfBoth = (moderation: Moderation) =>
  moderation.kind === 'claim' || (moderation.kind === 'job' && moderation.job.status !== 'open');

const GONE = ['CLAIM_CHANGED', 'JOB_ACTION_REFUSED', 'CONTENT_CHANGED'] as const;

type ModerationDialogProps = { moderation: Moderation | null; onClose: () => void };

/** A dialog that removes something with a reason, which the member concerned reads. [S4] */
export function ModerationDialog({ moderation, onClose }: ModerationDialogProps) {
  return (
    <Dialog
      open={moderation !== null}
      onOpenChange={(open) => !open && onClose()}
      title={moderation ? TEXTS[moderation.kind].title : ''}
      description={moderation ? consequenceOf(moderation) : ''}
    >
      {moderation ? <ModerationForm moderation={moderation} onClose={onClose} /> : null}
    </Dialog>
  );
}

/** Takes a job down, ends a claim or removes a part of a profile, with common callbacks. */
function useModerate(ends: { onSuccess: () => void; onError: (error: unknown) => void }) {
  const takeDown = useMutation(api.staff.takeDownJob.mutationOptions(ends));
  const endClaim = useMutation(api.staff.endClaim.mutationOptions(ends));
  const removePart = useMutation(api.staff.removeProfilePart.mutationOptions(ends));
  return {
    isPending: takeDown.isPending || endClaim.isPending || removePart.isPending,
    isSuccess: takeDown.isSuccess || endClaim.isSuccess || removePart.isSuccess,
    mutate(moderation: Moderation, reason: string) {
      if (moderation.kind === 'job') {
        return takeDown.mutate({ job_id: moderation.job.id, reason });
      }
      if (moderation.kind === 'claim') {
        const { id: job_id, claim } = moderation.job;
        return endClaim.mutate({ job_id, claim_id: claim?.id, reason });
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
  const isOfJob = moderation.kind === 'job' || moderation.kind === 'claim';
  const list = isOfJob ? 'listJobs' : 'listProfiles';

  const moderate = useModerate({
    onSuccess: () => {
      refetchList(list);
      if (isOfJob) void queryClient.invalidateQueries({ queryKey: api.job.get.key() });
      notify.outcome({
        title: texts.done,
        description: isOfBoth(moderation)
          ? 'Both sides get your reason.'
          : 'The member gets your reason.',
      });
      onClose();
    },
    onError: (error) => {
      showFormError(error, form);
      if (!hasCode(error, ...GONE)) return;
      refetchList(list);
      if (isOfJob) void queryClient.invalidateQueries({ queryKey: api.job.get.key() });
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
