import { Suspense, useState } from 'react';
import { hasCode } from '~/lib/error-text.ts';
import { lazyPart } from '~/lib/lazy-part.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { useSecondFactor } from './use-second-factor.tsx';

const PasswordWindow = lazyPart(() =>
  import('./password-window.tsx').then((module) => module.PasswordWindow),
);

type Asked = { answer: (isConfirmed: boolean) => void };

/** Whether a window that asks for a proof was closed: its reader knows why nothing has changed. [U10] */
export const wasGivenUp = (error: unknown): boolean =>
  hasCode(error, 'REAUTHENTICATION_NEEDED') || hasCode(error, 'INSUFFICIENT_AAL');

/**
 * Runs what the server does only for somebody who has just proved that it is them: where it asks for
 * the password or a second factor, `proof` is the window that does, and then it runs again. Who closes that
 * gets the refusal. [U10] [U13]
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

  /** The same for what says nothing itself when it fails. */
  async function run(action: () => Promise<void>): Promise<void> {
    try {
      await withProof(action);
    } catch (error) {
      if (!wasGivenUp(error)) notifyFailure(error);
    }
  }
  const proof = (
    <>
      {asked ? (
        <Suspense>
          <PasswordWindow onDone={() => asked.answer(true)} onCancel={() => asked.answer(false)} />
        </Suspense>
      ) : null}
      {step}
    </>
  );
  return { run, withProof, proof };
}
