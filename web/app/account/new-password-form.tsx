import { passwordProblems, RESET_PASSWORD_MIN } from '@kindpal/contract/text/rules';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSecondFactor } from '~/factor/use-second-factor.tsx';
import { api } from '~/lib/api.ts';
import { errorText, hasCode } from '~/lib/error-text.ts';
import { rejectedFields } from '~/lib/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { PASSWORD_HINT, PasswordRules } from './password-rules.tsx';
import { acceptUser } from './session-store.ts';
import { useUser } from './use-session.ts';

type PasswordObjection = { field: 'password' | 'confirm'; title: string; text: string };

/** The first thing to say against a new password typed twice, or nothing. [U5] */
export function newPasswordObjection(typed: {
  password: string;
  confirm: string;
}): PasswordObjection | undefined {
  const { password, confirm } = typed;
  if (password !== confirm) {
    return {
      field: 'confirm',
      title: "Passwords don't match",
      text: 'Please make sure both passwords are the same.',
    };
  }
  if (password.length < RESET_PASSWORD_MIN) {
    return {
      field: 'password',
      title: 'Password too short',
      text: `Password must be at least ${RESET_PASSWORD_MIN} characters long.`,
    };
  }
  const problems = passwordProblems(password).join(', ');
  return problems
    ? { field: 'password', title: 'Password Requirements', text: problems }
    : undefined;
}

export type NewPassword = { current: string; password: string; confirm: string };
const EMPTY: NewPassword = { current: '', password: '', confirm: '' };
const FAILURE = 'Failed to update password. Please try again.';

type NewPasswordFormProps = {
  /** Members who are signed in prove it with the password they have. */
  asksCurrent: boolean;
  /** Password managers file the new password under this address. */
  email?: string;
  onSubmit: (typed: NewPassword) => Promise<void>;
  children?: ReactNode;
};

/** A new password typed twice, with B§5's texts before A§5's. [U5] [U8] */
export function NewPasswordForm({ asksCurrent, email, onSubmit, children }: NewPasswordFormProps) {
  const form = useForm<NewPassword>({ defaultValues: EMPTY });
  const [failure, setFailure] = useState<string>();
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty && !isSubmitting);

  /** Says it at the box, and in the toast that the specifications name. */
  function object(field: keyof NewPassword, title: string, text: string) {
    form.setError(field, { message: text }, { shouldFocus: true });
    notify.outcome({ title, description: text, variant: 'destructive' });
  }

  async function submit(typed: NewPassword) {
    setFailure(undefined);
    const objection = newPasswordObjection(typed);
    if (objection) return object(objection.field, objection.title, objection.text);
    try {
      await onSubmit(typed);
      form.reset(EMPTY);
      notify.outcome({ title: 'Password updated' });
    } catch (error) {
      const problems = rejectedFields(error).map(({ message }) => message);
      const text = problems.join(', ') || errorText(error, FAILURE);
      if (hasCode(error, 'WRONG_PASSWORD')) {
        form.setError('current', { message: text }, { shouldFocus: true });
      } else if (problems.length > 0) object('password', 'Password Requirements', text);
      else {
        setFailure(text);
        notify.outcome({ title: 'Error', description: text, variant: 'destructive' });
      }
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      {asksCurrent ? (
        <Field label="Current Password" error={errors.current?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('current', { required: 'Please enter your current password.' })}
          />
        </Field>
      ) : null}
      <div className="grid gap-1.5">
        <Field label="New Password" error={errors.password?.message} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <PasswordRules password={form.watch('password')} />
      </div>
      <Field label="Confirm New Password" error={errors.confirm?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('confirm')} />
      </Field>
      {failure ? children : null}
      <Button
        type="submit"
        className="sm:justify-self-start"
        busy={isSubmitting}
        busyLabel="Updating..."
      >
        Update Password
      </Button>
    </form>
  );
}

/** The password section of the security page: the current one, and a new one typed twice. [U8] */
export function ChangePassword() {
  const { email } = useUser();
  const { mutateAsync: updateUser } = useMutation(api.account.updateUser.mutationOptions());
  const { withFactor, step } = useSecondFactor();
  return (
    <>
      <NewPasswordForm
        asksCurrent
        email={email}
        onSubmit={async ({ current, password }) => {
          const change = { password, current_password: current };
          acceptUser(await withFactor(() => updateUser(change)));
        }}
      />
      {step}
    </>
  );
}
