import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useUser } from '~/account/use-session.ts';
import { api } from '~/lib/api.ts';
import { errorText, hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { PasskeyButton } from '~/passkey/passkey-button.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';

type PasswordWindowProps = { onDone: () => void; onCancel: () => void };

/** A dialog for the current password, before a change that affects the account's security. [U10] */
export function PasswordWindow(props: PasswordWindowProps) {
  const { data } = useQuery(api.security.getOverview.queryOptions());
  const hasPassword = data?.has_password ?? true;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onCancel()}
      title="Confirm it’s you"
      description={
        hasPassword || data?.has_passkey
          ? 'We won’t ask again on this device for 10 minutes.'
          : 'You don’t have a password. Sign out and sign in again with a code we email you. You can then change this for 10 minutes.'
      }
    >
      <PasskeyButton
        onShown={async (shown) => {
          await api.passkey.confirm.call(shown);
          props.onDone();
        }}
      />
      {hasPassword ? (
        <PasswordForm {...props} />
      ) : (
        <DialogActions>
          <Button onClick={props.onCancel}>Close</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

function PasswordForm({ onDone, onCancel }: PasswordWindowProps) {
  const { email } = useUser();
  const form = useForm({ defaultValues: { password: '' } });
  const { errors } = form.formState;
  const confirm = useMutation(
    api.factor.confirm.mutationOptions({
      onSuccess: onDone,
      onError: (error) => {
        if (!hasCode(error, 'WRONG_PASSWORD')) return showFormError(error, form);
        form.setError('password', { message: errorText(error) }, { shouldFocus: true });
      },
    }),
  );
  return (
    <form noValidate onSubmit={form.handleSubmit((typed) => confirm.mutate(typed))}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          autoFocus
          {...form.register('password', { required: 'Please enter your current password.' })}
        />
      </Field>
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={confirm.isPending} busyLabel="Checking...">
          Confirm
        </Button>
      </DialogActions>
    </form>
  );
}
