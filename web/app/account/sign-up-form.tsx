import { zodResolver } from '@hookform/resolvers/zod';
import { type Session, signUpSchema } from '@kindpal/contract/account/schema';
import { normalizeInviteCode } from '@kindpal/contract/invite/rules';
import type { Role } from '@kindpal/contract/member/schema';
import { passwordProblems } from '@kindpal/contract/text/rules';
import { useEffect } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import { client } from '~/lib/client.ts';
import { errorText, hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { sanitizingNotice } from './sanitizing-notice.ts';
import { acceptSession } from './session-store.ts';

type RoleCard = { value: Role; label: string; description: string };

/** The three marketplace roles as sign-up offers them; the first is the default. [U1] */
const ROLE_CARDS: readonly RoleCard[] = [
  {
    value: 'pet_owner',
    label: 'Pet owner',
    description: 'I’m looking for someone to sit or walk.',
  },
  { value: 'pet_sitter', label: 'Pet sitter', description: 'I like to sit, walk, or both.' },
  { value: 'both', label: 'Both', description: 'I have pets and care for other people’s.' },
];

type SignUp = z.input<typeof signUpSchema>;

const PASSWORD_HINT =
  'At least 8 characters with uppercase, lowercase, number and special character.';

function showFailure(title: string, description: string) {
  notify.outcome({ title, description, variant: 'destructive' });
}

/** Joins with an invite. `code` comes from the address of an invite link. [U1] [U2] */
export function SignUpForm({ code }: { code: string }) {
  const form = useForm<SignUp, unknown, z.output<typeof signUpSchema>>({
    resolver: zodResolver(signUpSchema),
    defaultValues: {
      email: '',
      password: '',
      invite_code: '',
      data: { full_name: '', role: 'pet_owner' },
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);

  useEffect(() => {
    if (code) form.setValue('invite_code', code);
  }, [code, form]);

  function notifyInvalid(wrong: FieldErrors<SignUp>) {
    if (wrong.email) showFailure('Invalid Email', 'Please enter a valid email address.');
    else if (wrong.password) {
      const problems = passwordProblems(form.getValues('password'));
      showFailure('Password Requirements', problems.join(', '));
    }
  }

  async function signUp(typed: z.output<typeof signUpSchema>) {
    let session: Session;
    try {
      session = await client.account.signUp(typed);
    } catch (error) {
      if (hasCode(error, 'INVALID_INVITE')) {
        form.setError('invite_code', { message: errorText(error) }, { shouldFocus: true });
      }
      return showFormError(error, form);
    }
    acceptSession(session);
  }

  const fullName = form.watch('data.full_name');
  const { onBlur: leaveCode, ...codeField } = form.register('invite_code');
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(signUp, notifyInvalid)}>
      <Field
        label="Invite Code"
        error={errors.invite_code?.message}
        hint="From a member you know: 12 letters and digits. Capitals and dashes don't matter."
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          className="font-semibold tracking-wide"
          {...codeField}
          onBlur={(event) => {
            form.setValue('invite_code', normalizeInviteCode(event.target.value));
            void leaveCode(event);
          }}
        />
      </Field>
      <Field
        label="Full Name"
        error={errors.data?.full_name?.message}
        hint={sanitizingNotice(fullName, 'your name')}
      >
        <TextInput autoComplete="name" {...form.register('data.full_name')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </Field>
      <Field label="Password" error={errors.password?.message} hint={PASSWORD_HINT}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <RadioCards
        legend="I’m joining as a"
        options={ROLE_CARDS}
        error={errors.data?.role?.message}
        {...form.register('data.role')}
      />
      <div className="grid">
        <Checkbox
          label={
            <>
              I accept the{' '}
              <Link to="/terms" target="_blank" className="font-semibold text-accent underline">
                terms
              </Link>
              .
            </>
          }
          error={errors.accepts_terms?.message}
          {...form.register('accepts_terms')}
        />
        <Checkbox
          label="I am 18 or over."
          error={errors.is_adult?.message}
          {...form.register('is_adult')}
        />
      </div>
      <Button type="submit" size="lg" wide busy={isSubmitting} busyLabel="Creating Account...">
        Create Account
      </Button>
    </form>
  );
}
