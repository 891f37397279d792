import { passwordProblems, RESET_PASSWORD_MIN } from '@kindpal/contract/text/password';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '~/lib/calls/api.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { rejectedFields } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { useOwnProof } from '~/security/use-own-proof.tsx';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { acceptUser } from '../session/session-store.ts';
import { useUser } from '../session/use-session.ts';
import { PASSWORD_HINT, PasswordRules } from './password-rules.tsx';

type PasswordObjection = { field: 'password' | 'confirm'; title: string; text: string };

/** The first error of a new password typed twice, or undefined. [U5] */
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

/** What a reset or a new password does to a deletion that another device requested. [X1] */
export const DELETION_CANCELED = 'Your requested account deletion was canceled.';

type NewPassword = { password: string; confirm: string };
const EMPTY: NewPassword = { password: '', confirm: '' };
/** A toast of several sentences about the account stays long enough to read it twice. */
const LONG_TEXT_MS = 20_000;
const FAILURE = 'Failed to update password. Please try again.';

type NewPasswordFormProps = {
  /** The address under which password managers save the new password. */
  email?: string;
  /** 'outline' where the form is one of several on a page. */
  variant?: 'primary' | 'outline' | undefined;
  /** Resolves to false if the member canceled, or to what else happened. */
  onSubmit: (password: string) => Promise<boolean | string>;
  children?: ReactNode;
};

/**
 * A form for a new password typed twice, with the texts of B§5 first, then those of A§5. [U5] [U8]
 */
export function NewPasswordForm({ email, variant, onSubmit, children }: NewPasswordFormProps) {
  const form = useForm<NewPassword>({ defaultValues: EMPTY });
  const [failure, setFailure] = useState<string>();
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty && !isSubmitting);

  /** Shows the error at the field, and in the toast that the specifications name. */
  function object(field: keyof NewPassword, title: string, text: string) {
    form.setError(field, { message: text }, { shouldFocus: true });
    notify.outcome({ title, description: text, variant: 'destructive' });
  }

  async function submit(typed: NewPassword) {
    setFailure(undefined);
    const objection = newPasswordObjection(typed);
    if (objection) return object(objection.field, objection.title, objection.text);
    try {
      const outcome = await onSubmit(typed.password);
      if (outcome === false) return;
      form.reset(EMPTY);
      const more = outcome === true ? {} : { description: outcome, durationMs: LONG_TEXT_MS };
      notify.outcome({ title: 'Password updated', ...more });
    } catch (error) {
      const problems = rejectedFields(error).map(({ message }) => message);
      const text = problems.join(', ') || errorText(error, FAILURE);
      if (problems.length > 0) object('password', 'Password Requirements', text);
      else {
        setFailure(text);
        notify.outcome({ title: 'Error', description: text, variant: 'destructive', error });
      }
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
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
        variant={variant}
        className="sm:justify-self-start"
        busy={isSubmitting}
        busyLabel="Updating..."
      >
        Update Password
      </Button>
    </form>
  );
}

type ChangePasswordProps = Pick<NewPasswordFormProps, 'variant'> & { onChanged?: () => void };

/** Changes the password of a signed-in member, after a proof of identity. [U8] [U10] */
export function ChangePassword({ variant, onChanged }: ChangePasswordProps) {
  const { email, deletion_due_at: dueAt } = useUser();
  const { mutateAsync: updateUser } = useMutation(api.account.updateUser.mutationOptions());
  const { prove, proofWindow } = useOwnProof({
    title: 'Change your password?',
    description:
      'Your other devices will be signed out, and your calendar feed ends if you have one.',
    confirmLabel: 'Update Password',
  });

  async function change(password: string): Promise<boolean | string> {
    let hadDeletion = false;
    const isChanged = await prove(async (proof) => {
      const user = await updateUser({ password, ...proof });
      hadDeletion = dueAt !== null && user.deletion_due_at === null;
      acceptUser(user);
    });
    if (hadDeletion) void queryClient.invalidateQueries({ queryKey: api.deletion.key() });
    if (isChanged) onChanged?.();
    return isChanged && hadDeletion ? DELETION_CANCELED : isChanged;
  }
  return (
    <>
      <NewPasswordForm email={email} variant={variant} onSubmit={change} />
      {proofWindow}
    </>
  );
}
