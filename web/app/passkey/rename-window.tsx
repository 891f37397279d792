import { zodResolver } from '@hookform/resolvers/zod';
import {
  PASSKEY_NAME_MAX,
  type Passkey,
  passkeyNameSchema,
} from '@kindpal/contract/passkey/schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { refetchFactors } from '~/factor/refetch-factors.ts';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

const nameSchema = z.object({ friendly_name: passkeyNameSchema });

/** A dialog to rename a passkey. [U13] */
export function RenameWindow({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(nameSchema),
    defaultValues: { friendly_name: passkey.friendly_name },
  });
  const rename = useMutation(
    api.passkey.rename.mutationOptions({
      onSuccess: () => {
        onClose();
        void refetchFactors();
      },
      onError: (error) => showFormError(error, form),
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Rename this passkey">
      <form
        noValidate
        onSubmit={form.handleSubmit((typed) => rename.mutate({ passkey_id: passkey.id, ...typed }))}
      >
        <Field label="Name" error={form.formState.errors.friendly_name?.message}>
          <TextInput
            autoComplete="off"
            maxLength={PASSKEY_NAME_MAX}
            autoFocus
            {...form.register('friendly_name')}
          />
        </Field>
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={rename.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
