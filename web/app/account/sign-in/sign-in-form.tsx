import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useFactorStep } from '~/factor/use-factor-step.tsx';
import { client } from '~/lib/calls/client.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { EmailInput } from '~/ui/text-input.tsx';
import { suspensionOf } from '../suspension-of.ts';

/** Checks only that something was typed: sign-in never shows the rules for passwords. [U3] */
const signInSchema = z.object({
  email: z.string().trim().min(1, 'Email is required').max(1000, 'Email address is too long'),
  password: z.string().min(1, 'Password is required').max(1000, 'This password is too long'),
});
type SignIn = z.infer<typeof signInSchema>;

type SignInFormProps = {
  email?: string;
  /** Rendered between the password and the button. */
  children?: ReactNode;
};

export function SignInForm({ email = '', children }: SignInFormProps) {
  const form = useForm<SignIn>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email, password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  const navigate = useNavigate();
  const { accept, step } = useFactorStep();
  useEffect(() => {
    if (email) setFocus('password');
  }, [email, setFocus]);

  async function signIn(typed: SignIn) {
    try {
      const session = await client.account.token({ grant_type: 'password', ...typed });
      accept(session);
    } catch (error) {
      const reason = suspensionOf(error);
      if (reason) await navigate(reason);
      else showFormError(error, form);
    }
  }

  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(signIn)}>
        <Field label="Email" error={errors.email?.message}>
          <EmailInput autoComplete="username webauthn" {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        {children}
        <Button type="submit" wide busy={isSubmitting} busyLabel="Signing In...">
          Sign In
        </Button>
      </form>
      {step}
    </>
  );
}
