import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { reloadUser } from '~/account/session-store.ts';
import { useSecondFactor } from '~/factor/use-second-factor.tsx';
import { api } from '~/lib/api.ts';
import { errorText } from '~/lib/error-text.ts';
import { rejectedFields } from '~/lib/form-errors.ts';
import { queryClient } from '~/lib/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';
import { TextInput } from '~/ui/text-input.tsx';

export type Proof = { current_password: string } | { nonce: string };

/** Looks again at everything that the security page shows, and at the account itself. */
export function lookAgainAtAccount(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: api.security.key() }),
    queryClient.invalidateQueries({ queryKey: api.deletion.key() }),
    reloadUser(),
  ]);
}

type ProofDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  confirmLabel: string;
  tone?: 'primary' | 'danger';
  /** Does it; what it throws is said at the box. */
  onProof: (proof: Proof) => Promise<void>;
};

/** Asks for the password, or for a mailed code of those who have none, before something that matters. [U10] */
export function ProofDialog(props: ProofDialogProps) {
  const { open, onOpenChange, title, description } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <ProofForm {...props} />
    </Dialog>
  );
}

function ProofForm({ onOpenChange, confirmLabel, tone = 'primary', onProof }: ProofDialogProps) {
  const hasPassword = useQuery(api.security.getOverview.queryOptions()).data?.has_password ?? true;
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
      onOpenChange(false);
    } catch (error) {
      setFailure(rejectedFields(error)[0]?.message ?? errorText(error));
    }
    setBusy(false);
  }

  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
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
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
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
