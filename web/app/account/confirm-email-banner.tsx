import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CodeField, readCode, refuseCode } from '~/factor/code-field.tsx';
import { wrongCode } from '~/factor/code-refusal.ts';
import { api } from '~/lib/calls/api.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { isCalling } from '~/lib/calls/is-calling.ts';
import { formatDate } from '~/lib/format.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { EmailAddress } from '~/ui/email-address.tsx';
import { TextLink } from '~/ui/link.tsx';
import { readSession, reloadUser } from './session/session-store.ts';
import { useUser } from './session/use-session.ts';

/**
 * Asks whether the address was confirmed elsewhere, such as with the email's link on a phone. The
 * server does not say so when it refuses a code, and sends no event. [U1]
 */
async function isConfirmedElsewhere(): Promise<boolean> {
  await reloadUser().catch(() => {});
  const isConfirmed = readSession().user?.confirm_email_by === null;
  if (isConfirmed) notify.outcome({ title: 'Email confirmed' });
  return isConfirmed;
}

/**
 * The deadline for a newcomer to confirm their email, what they cannot do until then, and how to
 * confirm. [U1]
 */
export function ConfirmEmailBanner({ confirmBy }: { confirmBy: string }) {
  const { email, new_email: pending } = useUser();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') void isConfirmedElsewhere();
    };
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
  return (
    <Banner
      tone="caution"
      title="Confirm your email"
      action={
        <Button size="sm" onClick={() => setOpen(true)}>
          Enter code
        </Button>
      }
    >
      <p>
        {pending === null ? (
          <>
            We emailed a code to <Address email={email} />. Before you enter it,{' '}
          </>
        ) : (
          <>
            Open the link that we emailed to <Address email={pending} />, or enter the code that we
            emailed to <Address email={email} />. Before you confirm,{' '}
          </>
        )}
        you can’t post or claim a job, message someone new or invite anyone. Accounts that aren’t
        confirmed are removed, yours after {formatDate(confirmBy)}.
      </p>
      <CodeWindow open={isOpen} onOpenChange={setOpen} email={email} />
    </Banner>
  );
}

function Address({ email }: { email: string }) {
  return (
    <bdi className="wrap-anywhere font-semibold">
      <EmailAddress email={email} />
    </bdi>
  );
}

type CodeWindowProps = { open: boolean; onOpenChange: (open: boolean) => void; email: string };

function CodeWindow({ open, onOpenChange, email }: CodeWindowProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm your email"
      description={`Enter the 6-digit code that we emailed to ${email}. It works for 10 minutes, in the browser where you joined or asked for it. Later or in another browser, send a new code.`}
    >
      <CodeForm email={email} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CodeForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useForm({ defaultValues: { code: '' } });
  const { mutateAsync } = useMutation(api.account.verify.mutationOptions());

  async function enter({ code }: { code: string }) {
    const token = readCode(form, code);
    if (!token) return;
    try {
      await mutateAsync({ type: 'signup', email, token });
      await reloadUser();
      notify.outcome({ title: 'Email confirmed' });
      onDone();
    } catch (error) {
      const refused = wrongCode(error);
      if (refused && (await isConfirmedElsewhere())) onDone();
      else if (refused) refuseCode(form, refused);
      else showFormError(error, form);
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(enter)}>
      <CodeField form={form} />
      <SendAgain email={email} onSent={() => form.reset()} />
      <p className="mt-2 text-ink-soft text-sm">
        Not your address? <TextLink to="/edit-profile">Change it in your profile settings</TextLink>
        .
      </p>
      <DialogActions>
        <Button type="submit" busy={form.formState.isSubmitting} busyLabel="Checking...">
          Confirm
        </Button>
      </DialogActions>
    </form>
  );
}

function SendAgain({ email, onSent }: { email: string; onSent: () => void }) {
  const resend = useMutation(
    api.account.resend.mutationOptions({
      async onSuccess() {
        // Nothing is sent to an address that is confirmed.
        if (await isConfirmedElsewhere()) return;
        onSent();
        notify.outcome({
          title: 'New code requested',
          description: 'Only the newest one works. We send at most three in 10 minutes.',
        });
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-mx-4 mt-2"
      busy={resend.isPending}
      onClick={() => isCalling(api.account.resend) || resend.mutate({ type: 'signup', email })}
    >
      Send a new code
    </Button>
  );
}
