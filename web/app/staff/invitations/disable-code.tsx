import { zodResolver } from '@hookform/resolvers/zod';
import { inviteCodeSchema } from '@kindpal/contract/invite/code';
import { useMutation } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { ReasonField, reasonSchema } from '~/staff/reason-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

const schema = reasonSchema.extend({ code: inviteCodeSchema });
const EMPTY = { code: '', reason: '' };

/** Disables a code that got into the wrong hands. [I1] */
export function DisableCode() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" size="sm" icon={<Ban aria-hidden="true" className="size-4" />}>
          Disable a code
        </Button>
      }
      title="Disable a code"
      description="For a code that was lost or posted in public. The member can ask for another one."
    >
      <DisableForm onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function DisableForm({ onDone }: { onDone: () => void }) {
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: EMPTY,
  });
  const { errors, isDirty } = form.formState;
  const disable = useMutation(
    api.invite.disable.mutationOptions({
      onSuccess: (_, { code }) => {
        onDone();
        notify.outcome({
          title: 'Code disabled',
          description: `${code} no longer works.`,
        });
      },
      onError: (error) => {
        const isUnknown = hasCode(error, 'NOT_FOUND');
        if (!isUnknown && !hasCode(error, 'INVITE_USED')) return showFormError(error, form);
        const message = isUnknown ? 'There is no such code.' : errorText(error);
        form.setError('code', { message }, { shouldFocus: true });
      },
    }),
  );
  useUnsaved(isDirty && !disable.isSuccess);

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((typed) => disable.mutate(typed))}
    >
      <Field label="Invite code" error={errors.code?.message}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          {...form.register('code')}
        />
      </Field>
      <ReasonField form={form} hint="Only staff can see it, in the activity log." />
      <DialogActions>
        <Button variant="quiet" disabled={disable.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={disable.isPending} busyLabel="Disabling...">
          Disable code
        </Button>
      </DialogActions>
    </form>
  );
}
