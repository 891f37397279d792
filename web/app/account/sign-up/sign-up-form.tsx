import { zodResolver } from '@hookform/resolvers/zod';
import { type Session, TERMS_VERSION } from '@kindpal/contract/account/schema';
import { signUpSchema } from '@kindpal/contract/account/sign-up';
import type { Role } from '@kindpal/contract/member/role';
import { passwordProblems } from '@kindpal/contract/text/password';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import { client } from '~/lib/calls/client.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useFocusFirstWrong } from '~/lib/calls/wrong-fields.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { ProviderButtons } from '~/sso/provider-buttons.tsx';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { ChoiceTiles } from '~/ui/choice-tiles.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { EmailInput, TextInput } from '~/ui/text-input.tsx';
import { PASSWORD_HINT, PasswordRules } from '../password/password-rules.tsx';
import { sanitizingNotice } from '../sanitizing-notice.ts';
import { acceptSession } from '../session/session-store.ts';
import { InviteCodeField } from './invite-code-field.tsx';
import { keepSignUpDraft, readSignUpDraft } from './sign-up-draft.ts';
import { signUpOnce } from './sign-up-once.ts';
import type { Invite } from './use-invite.ts';

type RoleTile = { value: Role; label: string; meaning: string };

/** The three marketplace roles as sign-up offers them; the first is the default. [U1] */
const ROLES: readonly RoleTile[] = [
  { value: 'pet_owner', label: 'Pet owner', meaning: 'I’m looking for someone to sit or walk.' },
  { value: 'pet_sitter', label: 'Pet sitter', meaning: 'I like to sit, walk, or both.' },
  { value: 'both', label: 'Both', meaning: 'I have pets and care for other people’s.' },
];

type SignUp = z.input<typeof signUpSchema>;

function showFailure(title: string, description: string) {
  notify.outcome({ title, description, variant: 'destructive' });
}

/** The form with its draft, and the two ways to join: by password, or with an outside provider. */
function useSignUp(invite: Invite) {
  const [draft] = useState(() => readSignUpDraft(sessionStorage));
  const form = useForm<SignUp, unknown, z.output<typeof signUpSchema>>({
    resolver: zodResolver(signUpSchema),
    defaultValues: {
      email: draft.email,
      password: '',
      invite_code: invite.code,
      data: { full_name: draft.full_name, role: draft.role },
    },
    shouldFocusError: false,
  });
  useEffect(() => {
    if (invite.code) form.setValue('invite_code', invite.code);
  }, [invite.code, form]);

  /** Shows a refused code at its field. */
  function showRefusedInvite(error: unknown) {
    if (hasCode(error, 'INVALID_INVITE')) {
      form.setError('invite_code', { message: errorText(error) });
    }
  }

  async function join(typed: z.output<typeof signUpSchema>) {
    let session: Session;
    try {
      const wasValid = invite.state === 'valid' && typed.invite_code === invite.code;
      session = await signUpOnce(typed, { wasValid });
    } catch (error) {
      showRefusedInvite(error);
      return showFormError(error, form);
    }
    acceptSession(session);
  }

  function notifyInvalid(wrong: FieldErrors<SignUp>) {
    if (wrong.email) showFailure('Invalid Email', 'Please enter a valid email address.');
    else if (wrong.password) {
      const problems = passwordProblems(form.getValues('password'));
      showFailure('Password Requirements', problems.join(', '));
    }
  }

  /** Signs up with an outside provider, which replaces email and password in the form. */
  async function startOutside(provider_id: string): Promise<string | null> {
    const isFilled = await form.trigger(
      ['invite_code', 'data.full_name', 'data.role', 'accepts_terms', 'is_adult'],
      { shouldFocus: true },
    );
    if (!isFilled) return null;
    const { invite_code, data, accepts_terms, is_adult } = form.getValues();
    try {
      const consent = { accepts_terms, terms_version: TERMS_VERSION, is_adult } as const;
      const outside = { invite_code, data, ...consent };
      return (await client.sso.start({ provider_id, join: outside })).url;
    } catch (error) {
      showRefusedInvite(error);
      showFormError(error, form);
      return null;
    }
  }

  return { form, signUp: form.handleSubmit(join, notifyInvalid), startOutside };
}

/** Joins with an invite. [U1] [U2] */
export function SignUpForm({ invite }: { invite: Invite }) {
  const { form, signUp, startOutside } = useSignUp(invite);
  const { errors, isSubmitting, isDirty, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(element, submitCount);
  useUnsaved(isDirty, { keepsDraft: true });

  const { email, password, invite_code, data } = form.watch();
  const { full_name, role = 'pet_owner' } = data;
  useEffect(() => {
    keepSignUpDraft(sessionStorage, { code: invite_code, full_name, email, role });
  }, [invite_code, full_name, email, role]);

  return (
    <form ref={element} noValidate className="grid gap-3 sm:gap-4" onSubmit={signUp}>
      <InviteCodeField
        invite={invite}
        registration={form.register('invite_code')}
        error={errors.invite_code?.message}
        onNormalized={(code) => form.setValue('invite_code', code)}
        onFocus={() => form.setFocus('invite_code')}
      />
      <Field
        label="Full Name"
        error={errors.data?.full_name?.message}
        hint={sanitizingNotice(full_name, 'your name')}
      >
        <TextInput autoComplete="name" {...form.register('data.full_name')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <EmailInput {...form.register('email')} />
      </Field>
      <div className="grid gap-1.5">
        <Field label="Password" error={errors.password?.message} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <PasswordRules password={password} />
      </div>
      <ChoiceTiles
        legend="I’m joining as a"
        options={ROLES}
        hint={ROLES.find(({ value }) => value === role)?.meaning}
        error={errors.data?.role?.message}
        {...form.register('data.role')}
      />
      <Consent form={form} />
      <Button type="submit" size="lg" wide busy={isSubmitting} busyLabel="Creating Account...">
        Create Account
      </Button>
      <ProviderButtons
        start={startOutside}
        hint="Or join with an account you have elsewhere. We use its email, and you don’t need a password here."
      />
    </form>
  );
}

type SignUpFields = ReturnType<typeof useSignUp>['form'];

/** One statement for both, so that nobody has to press twice. [U1] */
function Consent({ form: { register, formState, setValue } }: { form: SignUpFields }) {
  const { errors, isSubmitted } = formState;
  return (
    <Checkbox
      label={
        <>
          I’m 18 or over, and I accept the{' '}
          <Link to="/terms" target="_blank" className="font-semibold text-accent underline">
            terms
          </Link>{' '}
          and the{' '}
          <Link to="/guidelines" target="_blank" className="font-semibold text-accent underline">
            community guidelines
          </Link>
          .
        </>
      }
      error={(errors.accepts_terms ?? errors.is_adult)?.message}
      {...register('accepts_terms', {
        onChange: ({ target }) =>
          setValue('is_adult', target.checked, { shouldValidate: isSubmitted }),
      })}
    />
  );
}
