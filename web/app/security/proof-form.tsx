import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { dropSession } from '~/account/session/session-store.ts';
import { useUser } from '~/account/session/use-session.ts';
import { CodeForm } from '~/factor/code-form.tsx';
import { useSecondFactor } from '~/factor/use-second-factor.tsx';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { rejectedFields } from '~/lib/calls/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import type { ShownPasskey } from '~/passkey/ceremony.ts';
import { PasskeyButton } from '~/passkey/passkey-button.tsx';
import { Button } from '~/ui/button.tsx';
import { DialogActions } from '~/ui/dialog.tsx';
import { EmailAddress } from '~/ui/email-address.tsx';
import { Field } from '~/ui/field.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { Spinner } from '~/ui/spinner.tsx';

export type Proof = { current_password: string } | { nonce: string } | { passkey: ShownPasskey };

type ProofFormProps = {
  confirmLabel: string;
  tone?: 'primary' | 'danger';
  /** Sends the proof; a failure is shown at the field. */
  onProof: (proof: Proof) => Promise<void>;
  onClose: () => void;
};

/**
 * Asks for what the server accepts as proof of identity: a passkey, the password, or, soon after
 * signing in, a mailed code. Members who have none of these sign in again first. [U10]
 */
export function ProofForm(props: ProofFormProps) {
  // Refetched, because a code is accepted only for some minutes after signing in.
  const overview = useQuery(api.security.getOverview.queryOptions({ refetchOnMount: 'always' }));
  const [prefersCode, setPrefersCode] = useState(false);
  if (overview.isPending) {
    return (
      <p className="grid place-items-center py-6 text-2xl text-accent">
        <Spinner label="Loading" />
      </p>
    );
  }
  if (!overview.data) return <LoadFailed title="This didn’t load" query={overview} />;
  const { has_password, takes_code } = overview.data;
  const byCode = takes_code && (prefersCode || !has_password);
  return (
    <>
      <div className="mb-5 empty:hidden">
        <PasskeyButton onShown={(passkey) => props.onProof({ passkey })} />
      </div>
      {byCode ? (
        <CodeProof {...props} onPassword={has_password ? () => setPrefersCode(false) : null} />
      ) : has_password ? (
        <PasswordProof {...props} onCode={takes_code ? () => setPrefersCode(true) : null} />
      ) : (
        <SignInAgain onClose={props.onClose} />
      )}
    </>
  );
}

type PasswordProofProps = ProofFormProps & { onCode: (() => void) | null };

function PasswordProof({ confirmLabel, tone, onProof, onClose, onCode }: PasswordProofProps) {
  const { email } = useUser();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { withFactor, step } = useSecondFactor();

  function refuse(text: string) {
    setFailure(text);
    input.current?.focus();
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!typed) return refuse('Please enter your password.');
    setBusy(true);
    setFailure(undefined);
    try {
      await withFactor(() => onProof({ current_password: typed }));
    } catch (error) {
      refuse(refusalText(error));
    }
    setBusy(false);
  }

  return (
    <>
      <form noValidate className="grid gap-2" onSubmit={(event) => void submit(event)}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current Password" error={failure}>
          <PasswordInput
            ref={input}
            autoComplete="current-password"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        {onCode ? <OtherWay onClick={onCode}>Use a code by email</OtherWay> : null}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={tone} busy={isBusy} busyLabel="Checking...">
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
      {step}
    </>
  );
}

type CodeProofProps = ProofFormProps & { onPassword: (() => void) | null };

/** Mails a code first, and then asks for it. */
function CodeProof({ confirmLabel, tone, onProof, onClose, onPassword }: CodeProofProps) {
  const { email } = useUser();
  const { withFactor, step } = useSecondFactor();
  const refetchOverview = useRefetchOverview();
  const send = useMutation(
    api.account.reauthenticate.mutationOptions({
      onError: (error) => {
        notifyFailure(error);
        return refetchOverview(error);
      },
    }),
  );
  const { mutateAsync: sendAgain } = useMutation(api.account.reauthenticate.mutationOptions());

  async function enter(nonce: string) {
    try {
      await withFactor(() => onProof({ nonce }));
    } catch (error) {
      await refetchOverview(error);
      throw error;
    }
  }
  async function askAgain() {
    await sendAgain(undefined);
    notify.outcome({ title: 'Code sent again', description: 'Only the newest one works.' });
  }

  const address = (
    <bdi className="wrap-anywhere">
      <EmailAddress email={email} />
    </bdi>
  );
  if (!send.isSuccess) {
    return (
      <div className="grid gap-2">
        <p>We’ll email a 6-digit code to {address}.</p>
        {onPassword ? <OtherWay onClick={onPassword}>Use your password</OtherWay> : null}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={send.isPending}
            busyLabel="Sending..."
            onClick={() => send.mutate(undefined)}
          >
            Email Me a Code
          </Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <>
      <p role="status" className="mb-4">
        We emailed a 6-digit code to {address}. It works for 10 minutes.
      </p>
      <CodeForm
        enter={enter}
        askAgain={askAgain}
        refusalOf={refusalText}
        onBack={onPassword ?? onClose}
        tone={tone}
        texts={{
          back: onPassword ? 'Use your password' : 'Cancel',
          submit: confirmLabel,
          busy: 'Checking...',
        }}
      />
      {step}
    </>
  );
}

const refusalText = (error: unknown): string =>
  rejectedFields(error)[0]?.message ?? errorText(error);

function OtherWay({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="quiet" size="sm" className="-mx-4 justify-self-start" onClick={onClick}>
      {children}
    </Button>
  );
}

/** Refetches what is accepted after an error that the sign-in is too long ago for a code. */
function useRefetchOverview() {
  const queries = useQueryClient();
  return async (error: unknown) => {
    if (!hasCode(error, 'REAUTHENTICATION_NEEDED')) return;
    await queries.invalidateQueries({ queryKey: api.security.getOverview.key() });
  };
}

/**
 * Ends the session as if it had expired: the guard of the page then asks to sign in and returns
 * here, or keeps unsaved input below the sign-in. [U7]
 */
function SignInAgain({ onClose }: { onClose: () => void }) {
  const end = useMutation(
    api.account.signOut.mutationOptions({
      onSuccess: () => dropSession({ isOwnChoice: false }),
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <>
      <p>
        You don’t have a password, and you signed in more than 10 minutes ago. Sign in again. Then
        you can confirm with a code that we email you.
      </p>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={end.isPending} onClick={() => end.mutate({})}>
          Sign in again
        </Button>
      </DialogActions>
    </>
  );
}
