import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CodeField, readCode, refuseCode, WRONG_CODE } from '~/factor/code-field.tsx';
import { useFactorStep } from '~/factor/use-factor-step.tsx';
import { client } from '~/lib/client.ts';
import { hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { PhoneField } from '~/phone/phone-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

type CodeWindowProps = {
  by: 'email' | 'text';
  open: boolean;
  onOpenChange: (open: boolean) => void;
};
/** Where a code is sent to. */
type Target = { email: string } | { phone: string };

/** Asks for an address or a phone, then for the code that was sent there. [U9] */
export function CodeWindow({ by, open, onOpenChange }: CodeWindowProps) {
  const [target, setTarget] = useState<Target | null>(null);
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={target ? 'Enter your code' : 'Sign in with a code'}
      description={describe(target, by)}
    >
      {target ? (
        <CodeForm target={target} onBack={() => setTarget(null)} />
      ) : by === 'text' ? (
        <PhoneForm onAsked={setTarget} onCancel={close} />
      ) : (
        <AddressForm onAsked={setTarget} onCancel={close} />
      )}
    </Dialog>
  );
}

function describe(target: Target | null, by: CodeWindowProps['by']): string {
  if (!target) {
    return `We’ll ${by} you a code of 6 digits. It works once, in this browser, for 10 minutes.`;
  }
  const to = 'email' in target ? target.email : target.phone;
  return `If ${to} belongs to a member, a code of 6 digits is on its way. Enter it here within 10 minutes.`;
}

type AskFormProps = {
  onAsked: (target: Target) => void;
  onCancel: () => void;
};

function AddressForm({ onAsked, onCancel }: AskFormProps) {
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  async function ask({ email }: { email: string }) {
    const target = { email: email.trim() };
    try {
      await client.account.requestCode(target);
      onAsked(target);
    } catch (error) {
      showFormError(error, form);
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(ask)}>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </Field>
      <AskActions onCancel={onCancel} isBusy={isSubmitting} />
    </form>
  );
}

function PhoneForm({ onAsked, onCancel }: AskFormProps) {
  const form = useForm({ defaultValues: { phone: '' } });

  async function ask({ phone }: { phone: string }) {
    const target = { phone: phone.trim() };
    try {
      await client.account.requestCode(target);
      onAsked(target);
    } catch (error) {
      showFormError(error, form);
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(ask)}>
      <PhoneField form={form} />
      <AskActions onCancel={onCancel} isBusy={form.formState.isSubmitting} />
    </form>
  );
}

function AskActions({ onCancel, isBusy }: { onCancel: () => void; isBusy: boolean }) {
  return (
    <DialogActions>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" busy={isBusy} busyLabel="Sending...">
        Send Code
      </Button>
    </DialogActions>
  );
}

function CodeForm({ target, onBack }: { target: Target; onBack: () => void }) {
  const isByText = 'phone' in target;
  const { accept, step } = useFactorStep({ isByText });
  const form = useForm({ defaultValues: { code: '' } });

  async function enter({ code }: { code: string }) {
    const token = readCode(form, code);
    if (!token) return;
    try {
      const { session } = await client.account.verify(
        'phone' in target ? { type: 'sms', ...target, token } : { type: 'email', ...target, token },
      );
      if (session) accept(session);
    } catch (error) {
      if (!hasCode(error, 'TOKEN_REFUSED')) return showFormError(error, form);
      refuseCode(form, WRONG_CODE);
    }
  }

  async function askAgain() {
    try {
      await client.account.requestCode(target);
      form.reset();
      notify.outcome({ title: 'Code sent again', description: 'Only the newest one works.' });
    } catch (error) {
      showFormError(error, form);
    }
  }

  return (
    <>
      <form noValidate onSubmit={form.handleSubmit(enter)}>
        <CodeField form={form} />
        <div className="mt-2 flex flex-wrap justify-between gap-x-4">
          <Button variant="quiet" size="sm" className="-mx-4" onClick={onBack}>
            {isByText ? 'Use another number' : 'Use another email'}
          </Button>
          <Button variant="quiet" size="sm" className="-mx-4" onClick={() => void askAgain()}>
            Send it again
          </Button>
        </div>
        <DialogActions>
          <Button type="submit" busy={form.formState.isSubmitting} busyLabel="Signing In...">
            Sign In
          </Button>
        </DialogActions>
      </form>
      {step}
    </>
  );
}
