import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CodeForm } from '~/factor/code-form.tsx';
import { codeRefusal, wrongCode } from '~/factor/code-refusal.ts';
import { useProof, wasCanceled } from '~/factor/use-proof.tsx';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { PhoneField } from './phone-field.tsx';

type PhoneWindowProps = {
  title: string;
  /** What the number is for, and what happens next. */
  description: string;
  /** Requests a code by text message; rejects with the errors of the API. */
  ask: (phone: string) => Promise<void>;
  enter: (phone: string, code: string) => Promise<void>;
  onClose: () => void;
};

/** A dialog for a number, and then for the code that was texted there. [U9] [U13] */
export function PhoneWindow({ title, description, ask, enter, onClose }: PhoneWindowProps) {
  const [phone, setPhone] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={phone ? 'Enter your code' : title}
      description={
        phone ? `We texted a 6-digit code to ${phone}. It works for 10 minutes.` : description
      }
    >
      {phone ? (
        <CodeForm
          enter={(code) => enter(phone, code)}
          askAgain={() => ask(phone)}
          refusalOf={(error) => wrongCode(error) ?? codeRefusal(error)}
          onBack={() => setPhone(null)}
          texts={{ back: 'Use another number', submit: 'Confirm', busy: 'Checking...' }}
        />
      ) : (
        <NumberForm ask={ask} onAsked={setPhone} onCancel={onClose} />
      )}
    </Dialog>
  );
}

type NumberFormProps = Pick<PhoneWindowProps, 'ask'> & {
  onAsked: (phone: string) => void;
  onCancel: () => void;
};

function NumberForm({ ask, onAsked, onCancel }: NumberFormProps) {
  const form = useForm({ defaultValues: { phone: '' } });
  const { withProof, proof } = useProof();

  async function submit({ phone }: { phone: string }) {
    try {
      await withProof(() => ask(phone.trim()));
      onAsked(phone.trim());
    } catch (error) {
      if (!wasCanceled(error)) showFormError(error, form);
    }
  }
  return (
    <>
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <PhoneField form={form} />
        <DialogActions>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" busy={form.formState.isSubmitting} busyLabel="Sending...">
            Text Me a Code
          </Button>
        </DialogActions>
      </form>
      {proof}
    </>
  );
}
