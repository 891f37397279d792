import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { type Proof, ProofForm } from '~/security/proof-form.tsx';
import { Dialog } from '~/ui/dialog.tsx';

type ProofWindowProps = { onDone: () => void; onCancel: () => void };

/** A dialog for a proof of identity, before a change that affects the account's security. [U10] */
export function ProofWindow({ onDone, onCancel }: ProofWindowProps) {
  const { mutateAsync: confirmPasskey } = useMutation(api.passkey.confirm.mutationOptions());
  const { mutateAsync: confirm } = useMutation(api.factor.confirm.mutationOptions());

  async function onProof(proof: Proof) {
    if ('passkey' in proof) await confirmPasskey(proof.passkey);
    else if ('nonce' in proof) await confirm(proof);
    else await confirm({ password: proof.current_password });
    onDone();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onCancel()}
      title="Confirm it’s you"
      description="We won’t ask again on this device for 10 minutes."
    >
      <ProofForm confirmLabel="Confirm" onProof={onProof} onClose={onCancel} />
    </Dialog>
  );
}
