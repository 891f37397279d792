import { Suspense, useState } from 'react';
import { acceptUser } from '~/account/session/session-store.ts';
import { useUser } from '~/account/session/use-session.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { FactorWindowPart } from './factor-window-part.ts';

type Asked = { answer: (isShown: boolean) => void };

/**
 * Runs an action that needs a session with a second factor, which a session on a trusted device
 * lacks. The `step` dialog asks for it, and the action runs again. If the dialog is closed, the
 * promise rejects with the refusal. [U13]
 */
export function useSecondFactor() {
  const { factors } = useUser();
  const [asked, setAsked] = useState<Asked | null>(null);

  async function withFactor<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      if (!hasCode(error, 'INSUFFICIENT_AAL')) throw error;
      const isShown = await new Promise<boolean>((answer) => setAsked({ answer }));
      setAsked(null);
      if (!isShown) throw error;
      return action();
    }
  }
  const step = asked ? (
    <Suspense>
      <FactorWindowPart
        factors={factors}
        onDone={({ user }) => {
          acceptUser(user);
          asked.answer(true);
        }}
        onCancel={() => asked.answer(false)}
      />
    </Suspense>
  ) : null;
  return { withFactor, step };
}
