import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dropSession } from '~/account/session-store.ts';
import { useUser } from '~/account/use-session.ts';
import { useSecondFactor } from '~/factor/use-second-factor.tsx';
import { api } from '~/lib/api.ts';
import { errorText, hasCode } from '~/lib/error-text.ts';
import { rejectedFields } from '~/lib/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import type { ShownPasskey } from '~/passkey/ceremony.ts';
import { PasskeyButton } from '~/passkey/passkey-button.tsx';
import { Button } from '~/ui/button.tsx';
import { DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { TextInput } from '~/ui/text-input.tsx';

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
  const { has_password = true, takes_code = false } = overview.data ?? {};
  const byCode = takes_code && (prefersCode || !has_password);
  return (
    <>
      <PasskeyButton onShown={(passkey) => props.onProof({ passkey })} />
      {byCode || has_password ? (
        <TypedProof key={byCode ? 'code' : 'password'} {...props} byCode={byCode} />
      ) : (
        <SignInAgain onClose={props.onClose} />
      )}
      {takes_code && has_password ? (
        <p className="mt-4 text-sm">
          <Button variant="quiet" size="sm" onClick={() => setPrefersCode(!prefersCode)}>
            {byCode ? 'Use your password' : 'Use a code by email'}
          </Button>
        </p>
      ) : null}
    </>
  );
}

type TypedProofProps = ProofFormProps & { byCode: boolean };

function TypedProof({ confirmLabel, tone = 'primary', onProof, onClose, byCode }: TypedProofProps) {
  const { email } = useUser();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { withFactor, step } = useSecondFactor();
  const refetchOverview = useRefetchOverview();
  const input = {
    value: typed,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!typed) {
      return setFailure(byCode ? 'Please enter the code.' : 'Please enter your password.');
    }
    setBusy(true);
    setFailure(undefined);
    try {
      const proof = byCode ? { nonce: typed.trim() } : { current_password: typed };
      await withFactor(() => onProof(proof));
    } catch (error) {
      setFailure(rejectedFields(error)[0]?.message ?? errorText(error));
      await refetchOverview(error);
    }
    setBusy(false);
  }

  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {byCode ? <SendCode /> : null}
        <Field label={byCode ? 'Code' : 'Current Password'} error={failure}>
          {byCode ? (
            <TextInput inputMode="numeric" autoComplete="one-time-code" {...input} />
          ) : (
            <PasswordInput autoComplete="current-password" autoFocus {...input} />
          )}
        </Field>
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

/** Refetches what is accepted after an error that the sign-in is too long ago for a code. */
function useRefetchOverview() {
  const queries = useQueryClient();
  return async (error: unknown) => {
    if (!hasCode(error, 'REAUTHENTICATION_NEEDED')) return;
    await queries.invalidateQueries({ queryKey: api.security.getOverview.key() });
  };
}

function SendCode() {
  const refetchOverview = useRefetchOverview();
  const send = useMutation(
    api.account.reauthenticate.mutationOptions({
      onSuccess: () => notify.outcome({ title: 'We emailed you a code' }),
      onError: (error) => {
        notifyFailure(error);
        return refetchOverview(error);
      },
    }),
  );
  return (
    <Button
      variant="outline"
      className="justify-self-start"
      busy={send.isPending}
      onClick={() => send.mutate(undefined)}
    >
      Email me a code
    </Button>
  );
}

/**
 * Ends the session as if it had expired: the guard of the page then asks to sign in and returns here,
 * or keeps unsaved input below the sign-in. [U7]
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
