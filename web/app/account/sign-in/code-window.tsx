import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CodeForm } from '~/factor/code-form.tsx';
import { wrongCode } from '~/factor/code-refusal.ts';
import { useFactorStep } from '~/factor/use-factor-step.tsx';
import { client } from '~/lib/calls/client.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { PhoneField } from '~/phone/phone-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { EmailInput } from '~/ui/text-input.tsx';

type CodeWindowProps = {
  by: 'email' | 'text';
  open: boolean;
  onOpenChange: (open: boolean) => void;
};
/** Where a code is sent to. */
type Target = { email: string } | { phone: string };

/** A dialog for an address or a phone number, and then for the code that was sent there. [U9] */
export function CodeWindow({ by, open, onOpenChange }: CodeWindowProps) {
  const [target, setTarget] = useState<Target | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={target ? 'Enter your code' : 'Sign in with a code'}
      description={describe(target, by)}
    >
      {target ? (
        <SignInForm target={target} onBack={() => setTarget(null)} />
      ) : (
        <AskForm by={by} onAsked={setTarget} onCancel={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function describe(target: Target | null, by: CodeWindowProps['by']): string {
  if (!target) {
    return `We’ll ${by} you a 6-digit code. It works once, in this browser, for 10 minutes.`;
  }
  const to = 'email' in target ? target.email : target.phone;
  return `If ${to} belongs to a member, we’ll send a 6-digit code there. Enter it here within 10 minutes. We send at most three codes in that time.`;
}

type AskFormProps = {
  by: CodeWindowProps['by'];
  onAsked: (target: Target) => void;
  onCancel: () => void;
};

function AskForm({ by, onAsked, onCancel }: AskFormProps) {
  const form = useForm({ defaultValues: { email: '', phone: '' } });
  const { errors, isSubmitting } = form.formState;

  async function ask({ email, phone }: { email: string; phone: string }) {
    const target = by === 'text' ? { phone: phone.trim() } : { email: email.trim() };
    try {
      await client.account.requestCode(target);
      onAsked(target);
    } catch (error) {
      showFormError(error, form);
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(ask)}>
      {by === 'text' ? (
        <PhoneField form={form} />
      ) : (
        <Field label="Email" error={errors.email?.message}>
          <EmailInput autoComplete="username" {...form.register('email')} />
        </Field>
      )}
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel="Sending...">
          Send Code
        </Button>
      </DialogActions>
    </form>
  );
}

function SignInForm({ target, onBack }: { target: Target; onBack: () => void }) {
  const isByText = 'phone' in target;
  const { accept, step } = useFactorStep({ isByText });

  async function enter(token: string) {
    const { session } = await client.account.verify(
      'phone' in target ? { type: 'sms', ...target, token } : { type: 'email', ...target, token },
    );
    if (session) accept(session);
  }
  async function askAgain() {
    await client.account.requestCode(target);
    // Whether one is sent may not be revealed.
    notify.outcome({
      title: 'New code requested',
      description: 'Only the newest one works. We send at most three in 10 minutes.',
    });
  }

  return (
    <>
      <CodeForm
        enter={enter}
        askAgain={askAgain}
        refusalOf={wrongCode}
        onBack={onBack}
        texts={{
          back: isByText ? 'Use another number' : 'Use another email',
          submit: 'Sign In',
          busy: 'Signing In...',
        }}
      />
      {step}
    </>
  );
}
