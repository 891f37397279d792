import { zodResolver } from '@hookform/resolvers/zod';
import type { ModeratedJob, ModeratedProfile } from '@kindpal/contract/staff/moderation';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { client } from '~/lib/client.ts';
import { hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { ReasonField, reasonSchema } from './reason-field.tsx';
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

/** Whom the reason is mailed to. */
function readersOf(moderation: Moderation): string {
  if (moderation.kind !== 'job') return moderation.member.full_name;
  const { owner, status } = moderation.job;
  return status === 'open' ? owner.full_name : `${owner.full_name}, and the sitter,`;
}

function consequenceOf({ kind }: Moderation): string {
  return kind === 'job'
    ? 'It is cancelled and cannot be opened again.'
    : 'Another one can be put there at any time.';
}

type ModerationDialogProps = { moderation: Moderation | null; onClose: () => void };

/** Takes something away with a reason, which whom it concerns reads. [S4] */
export function ModerationDialog({ moderation, onClose }: ModerationDialogProps) {
  return (
    <Dialog
      open={moderation !== null}
      onOpenChange={(open) => !open && onClose()}
      title={moderation ? TEXTS[moderation.kind].title : ''}
      description={
        moderation ? (
          <>
            {consequenceOf(moderation)} <bdi>{readersOf(moderation)}</bdi> can read your reason by
            e-mail.
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

function carryOut(moderation: Moderation, reason: string): Promise<unknown> {
  if (moderation.kind === 'job') {
    return client.staff.takeDownJob({ job_id: moderation.job.id, reason });
  }
  const { kind: part, member } = moderation;
  const seen = (part === 'photo' ? member.profile_image_url : member.bio) ?? '';
  return client.staff.removeProfilePart({ user_id: member.id, part, seen, reason });
}

function ModerationForm({ moderation, onClose }: { moderation: Moderation; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const { isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  useUnsaved(isDirty && !isSubmitSuccessful);
  const texts = TEXTS[moderation.kind];
  const list = moderation.kind === 'job' ? 'listJobs' : 'listProfiles';

  async function moderate({ reason }: z.output<typeof reasonSchema>) {
    try {
      await carryOut(moderation, reason);
    } catch (error) {
      showFormError(error, form);
      const isGone = hasCode(error, 'JOB_ACTION_REFUSED') || hasCode(error, 'CONTENT_CHANGED');
      if (!isGone) return;
      lookAgainAt(list);
      return onClose();
    }
    lookAgainAt(list);
    notify.outcome({ title: texts.done, description: 'Whom it concerns is told why.' });
    onClose();
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(moderate)}>
      <ReasonField form={form} />
      <DialogActions>
        <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting} busyLabel={texts.busy}>
          {texts.button}
        </Button>
      </DialogActions>
    </form>
  );
}
