import { useState } from 'react';
import type { ErrorCode } from '~/lib/calls/error-codes.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { rejectedFields } from '~/lib/calls/form-errors.ts';
import { Dialog } from '~/ui/dialog.tsx';
import { type Proof, ProofForm } from './proof-form.tsx';

const REFUSALS: ErrorCode[] = [
  'WRONG_PASSWORD',
  'WRONG_NONCE',
  'PASSKEY_REFUSED',
  'PASSKEY_TOO_NEW',
  'WEBAUTHN_CHALLENGE_EXPIRED',
  'REAUTHENTICATION_NEEDED',
  'INSUFFICIENT_AAL',
];

/** Whether a failure is about the proof, not about the action. */
function isAboutProof(error: unknown): boolean {
  return (
    hasCode(error, ...REFUSALS) ||
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
 * Asks for the password, a passkey or, soon after signing in, a mailed code before a sensitive
 * action. `prove` runs the action with the proof, and resolves to false if the `proofWindow` was
 * closed. A refused proof is asked for again; any other error is passed to the caller. [U10]
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
