import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useUser } from '~/account/use-session.ts';
import { useSecondFactor } from '~/factor/use-second-factor.tsx';
import { api } from '~/lib/api.ts';
import type { ErrorCode } from '~/lib/error-codes.ts';
import { errorText, hasCode } from '~/lib/error-text.ts';
import { rejectedFields } from '~/lib/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import type { ShownPasskey } from '~/passkey/ceremony.ts';
import { PasskeyButton } from '~/passkey/passkey-button.tsx';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { TextInput } from '~/ui/text-input.tsx';

type Proof = { current_password: string } | { nonce: string } | { passkey: ShownPasskey };

const REFUSALS: ErrorCode[] = [
  'WRONG_PASSWORD',
  'WRONG_NONCE',
  'PASSKEY_REFUSED',
  'WEBAUTHN_CHALLENGE_EXPIRED',
  'REAUTHENTICATION_NEEDED',
  'INSUFFICIENT_AAL',
];

/** Whether a failure is about the proof, not about the action. */
function isAboutProof(error: unknown): boolean {
  return (
    REFUSALS.some((code) => hasCode(error, code)) ||
    rejectedFields(error).some(({ path }) => path.includes('current_password'))
  );
}

type Texts = {
  title: string;
  description: string;
  confirmLabel: string;
  tone?: 'primary' | 'danger';
};
type Asked = { onProof: (proof: Proof) => Promise<void>; onClose: () => void };

/**
 * Asks for the password, a passkey, or a mailed code (for members without a password) before a
 * sensitive action. `prove` runs the action with the proof, and resolves to false if the
 * `proofWindow` was closed. A refused proof is asked for again; any other error is passed to the
 * caller. [U10]
 */
export function useOwnProof(texts: Texts) {
  const [asked, setAsked] = useState<Asked | null>(null);

  function prove(action: (proof: Proof) => Promise<unknown>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const finish = () => setAsked(null);
      async function onProof(proof: Proof) {
        try {
          await action(proof);
          resolve(true);
        } catch (error) {
          if (isAboutProof(error)) throw error;
          reject(error);
        }
        finish();
      }
      function onClose() {
        resolve(false);
        finish();
      }
      setAsked({ onProof, onClose });
    });
  }
  const { title, description } = texts;
  const proofWindow = (
    <Dialog
      open={asked !== null}
      onOpenChange={(open) => open || asked?.onClose()}
      title={title}
      description={description}
    >
      {asked ? <ProofForm {...texts} {...asked} /> : null}
    </Dialog>
  );
  return { prove, proofWindow };
}

function ProofForm({ confirmLabel, tone = 'primary', onProof, onClose }: Texts & Asked) {
  const hasPassword = useQuery(api.security.getOverview.queryOptions()).data?.has_password ?? true;
  const { email } = useUser();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { withFactor, step } = useSecondFactor();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!typed)
      return setFailure(hasPassword ? 'Please enter your password.' : 'Please enter the code.');
    setBusy(true);
    setFailure(undefined);
    try {
      const proof = hasPassword ? { current_password: typed } : { nonce: typed.trim() };
      await withFactor(() => onProof(proof));
    } catch (error) {
      setFailure(rejectedFields(error)[0]?.message ?? errorText(error));
    }
    setBusy(false);
  }

  return (
    <>
      <PasskeyButton onShown={(passkey) => onProof({ passkey })} />
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {hasPassword ? null : <SendCode />}
        <Field label={hasPassword ? 'Current Password' : 'Code'} error={failure}>
          {hasPassword ? (
            <PasswordInput
              autoComplete="current-password"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          ) : (
            <TextInput
              inputMode="numeric"
              autoComplete="one-time-code"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={tone} busy={isBusy}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
      {step}
    </>
  );
}

function SendCode() {
  const send = useMutation(
    api.account.reauthenticate.mutationOptions({
      onSuccess: () => notify.outcome({ title: 'We emailed you a code' }),
      onError: (error) => notifyFailure(error),
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
