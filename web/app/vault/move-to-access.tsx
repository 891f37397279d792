import {
  ACCESS_LABELS,
  ACCESS_MAX,
  ACCESS_PARTS,
  type AccessPart,
} from '@kindpal/contract/vault/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { Textarea } from '~/ui/textarea.tsx';

type MoveToAccessProps = {
  jobId: string;
  claimId: string;
  text: string;
  guess: AccessPart;
  onDone: (isMoved: boolean) => void;
};

/** Adds a text to one part of home access and attaches it to the job, instead of sending it. */
export function MoveToAccess({ jobId, claimId, text, guess, onDone }: MoveToAccessProps) {
  const cache = useQueryClient();
  const [part, setPart] = useState(guess);
  const [words, setWords] = useState(text);
  const save = useMutation(api.vault.saveHome.mutationOptions());
  const attach = useMutation(api.vault.attach.mutationOptions());

  async function move() {
    try {
      const home = await cache.fetchQuery(api.vault.getHome.queryOptions({ staleTime: 0 }));
      const added = [home[part], words.trim()].filter(Boolean).join('\n');
      cache.setQueryData(api.vault.getHome.queryKey(), await save.mutateAsync({ [part]: added }));
      const access = await attach.mutateAsync({ job_id: jobId, claim_id: claimId });
      cache.setQueryData(api.vault.getJobAccess.queryKey({ input: { job_id: jobId } }), access);
      notify.outcome({
        title: 'Kept in Home access',
        description: 'It is attached to this job and was not sent in the chat.',
      });
      onDone(true);
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone(false)}
      title="Keep it in Home access"
      description="It is attached to this job. Your sitter can open it from 24 hours before the start until the end."
    >
      <div className="grid gap-4">
        <Field label="What is it?">
          <Select value={part} onChange={(event) => setPart(event.target.value as AccessPart)}>
            {ACCESS_PARTS.map((one) => (
              <option key={one} value={one}>
                {ACCESS_LABELS[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Text">
          <Textarea
            rows={3}
            maxLength={ACCESS_MAX}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
      </div>
      <DialogActions>
        <Button variant="quiet" onClick={() => onDone(false)}>
          Cancel
        </Button>
        <Button
          busy={save.isPending || attach.isPending}
          busyLabel="Saving..."
          disabled={words.trim() === ''}
          onClick={() => void move()}
        >
          Keep it there
        </Button>
      </DialogActions>
    </Dialog>
  );
}
