import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '~/lib/calls/client.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { rejectedFields } from '~/lib/calls/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { EmailInput } from '~/ui/text-input.tsx';

const FAILURE = 'Failed to send reset email. Please try again.';

function showFailure(title: string, description: string, error?: unknown) {
  notify.outcome({ title, description, variant: 'destructive', error });
}

/**
 * A dialog that sends a reset link. Its answer is the same for known and unknown addresses. [U4]
 */
export function ForgotPasswordDialog() {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  async function send({ email }: { email: string }) {
    const address = email.trim();
    if (!address) {
      form.setError(
        'email',
        { message: 'Please enter your email address.' },
        { shouldFocus: true },
      );
      return showFailure('Email required', 'Please enter your email address.');
    }
    try {
      await client.account.recover({ email: address });
      form.reset();
      setOpen(false);
      notify.outcome({
        title: 'Reset email sent',
        description: 'Check your email for a link to reset your password.',
      });
    } catch (error) {
      const [rejected] = rejectedFields(error);
      if (rejected) form.setError('email', { message: rejected.message }, { shouldFocus: true });
      else showFailure('Error', errorText(error, FAILURE), error);
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Forgot your password?"
      description="We’ll send you a link to choose a new one. It works for 30 minutes."
      trigger={
        <Button variant="quiet" size="sm" className="-mx-4 justify-self-start">
          Forgot Password?
        </Button>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          // React events bubble from a portal to the form around the trigger, which must not be
          // submitted.
          event.stopPropagation();
          void form.handleSubmit(send)(event);
        }}
      >
        <Field label="Email" error={errors.email?.message}>
          <EmailInput {...form.register('email')} />
        </Field>
        <DialogActions>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel="Sending...">
            Send Reset Link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
