import { Suspense, useState } from 'react';
import { hasCode } from '~/lib/calls/error-text.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { useSecondFactor } from './use-second-factor.tsx';

const ProofWindow = lazyPart(() =>
  import('./proof-window.tsx').then((module) => module.ProofWindow),
);

type Asked = { answer: (isConfirmed: boolean) => void };

/**
 * Whether the member closed the dialog that asks for a proof, so that no error needs to be shown.
 * [U10]
 */
export const wasCanceled = (error: unknown): boolean =>
  hasCode(error, 'REAUTHENTICATION_NEEDED', 'INSUFFICIENT_AAL');

/**
 * Runs an action that needs a recent proof of identity. If the server refuses, the `proof` dialog
 * asks for the password or a second factor, and the action runs again. If the dialog is closed, the
 * promise rejects with the refusal. [U10] [U13]
 */
export function useProof() {
  const { withFactor, step } = useSecondFactor();
  const [asked, setAsked] = useState<Asked | null>(null);

  async function withProof<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await withFactor(action);
    } catch (error) {
      if (!hasCode(error, 'REAUTHENTICATION_NEEDED')) throw error;
      const isConfirmed = await new Promise<boolean>((answer) => setAsked({ answer }));
      setAsked(null);
      if (!isConfirmed) throw error;
      return withProof(action);
    }
  }

  /** The same for an action that does not show its own errors. */
  async function run(action: () => Promise<void>): Promise<void> {
    try {
      await withProof(action);
    } catch (error) {
      if (!wasCanceled(error)) notifyFailure(error);
    }
  }
  const proof = (
    <>
      {asked ? (
        <Suspense>
          <ProofWindow onDone={() => asked.answer(true)} onCancel={() => asked.answer(false)} />
        </Suspense>
      ) : null}
      {step}
    </>
  );
  return { run, withProof, proof };
}
