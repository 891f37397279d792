import { Suspense, useState } from 'react';
import { hasCode } from '~/lib/error-text.ts';
import { lazyPart } from '~/lib/lazy-part.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { useSecondFactor } from './use-second-factor.tsx';

const PasswordWindow = lazyPart(() =>
  import('./password-window.tsx').then((module) => module.PasswordWindow),
);

type Action = () => Promise<void>;

/**
 * Runs what the server does only for somebody who has just proved that it is them: where it asks for
 * the password or a second factor, `proof` is the window that does, and then it runs again. [U10] [U13]
 */
export function useProof() {
  const { withFactor, step } = useSecondFactor();
  const [waiting, setWaiting] = useState<Action | null>(null);

  async function run(action: Action): Promise<void> {
    try {
      await withFactor(action);
    } catch (error) {
      if (hasCode(error, 'REAUTHENTICATION_NEEDED')) setWaiting(() => action);
      // Who closes the window knows why nothing has changed.
      else if (!hasCode(error, 'INSUFFICIENT_AAL')) notifyFailure(error);
    }
  }
  function goOn() {
    setWaiting(null);
    if (waiting) void run(waiting);
  }
  const proof = (
    <>
      {waiting ? (
        <Suspense>
          <PasswordWindow onDone={goOn} onCancel={() => setWaiting(null)} />
        </Suspense>
      ) : null}
      {step}
    </>
  );
  return { run, proof };
}
