import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CodeField, readCode, refuseCode, WRONG_CODE } from '~/factor/code-field.tsx';
import { useFactorStep } from '~/factor/use-factor-step.tsx';
import { client } from '~/lib/client.ts';
import { hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

type CodeWindowProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for an address, then for the code that was mailed there. [U9] */
export function CodeWindow({ open, onOpenChange }: CodeWindowProps) {
  const [email, setEmail] = useState<string | null>(null);
  const description = email
    ? `If ${email} belongs to a member, a code of 6 digits is on its way. Enter it here within 10 minutes.`
    : 'We’ll email you a code of 6 digits. It works once, in this browser, for 10 minutes.';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={email ? 'Enter your code' : 'Sign in with a code'}
      description={description}
    >
      {email ? (
        <CodeForm email={email} onBack={() => setEmail(null)} />
      ) : (
        <AddressForm onAsked={setEmail} onCancel={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

type AddressFormProps = { onAsked: (email: string) => void; onCancel: () => void };

function AddressForm({ onAsked, onCancel }: AddressFormProps) {
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  async function ask({ email }: { email: string }) {
    const address = email.trim();
    try {
      await client.account.requestCode({ email: address });
      onAsked(address);
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

function CodeForm({ email, onBack }: { email: string; onBack: () => void }) {
  const { accept, step } = useFactorStep();
  const form = useForm({ defaultValues: { code: '' } });

  async function enter({ code }: { code: string }) {
    const token = readCode(form, code);
    if (!token) return;
    try {
      const { session } = await client.account.verify({ type: 'email', email, token });
      if (session) accept(session);
    } catch (error) {
      if (!hasCode(error, 'TOKEN_REFUSED')) return showFormError(error, form);
      refuseCode(form, WRONG_CODE);
    }
  }

  async function askAgain() {
    try {
      await client.account.requestCode({ email });
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
            Use another email
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
