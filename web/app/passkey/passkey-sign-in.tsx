import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { acceptSession } from '~/account/session/session-store.ts';
import { suspensionOf } from '~/account/suspension-of.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { hasPasskeys } from './has-passkeys.ts';

/** How often the challenge for the input's list is renewed, in ms: before it expires. */
const RENEW_MS = 4 * 60_000;

const loadCeremony = () => loadCode(() => import('./ceremony.ts'));

/**
 * Signs in with a passkey: by the button, or from the browser's list below the email input while
 * the tab is shown. [U13]
 */
export function PasskeySignIn({ isShown }: { isShown: boolean }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);

  const fail = useCallback(
    async (error: unknown) => {
      const reason = suspensionOf(error);
      if (reason) await navigate(reason);
      else notifyFailure(error, { title: 'You’re not signed in' });
    },
    [navigate],
  );

  useEffect(() => {
    if (!isShown || !hasPasskeys()) return;
    const wait = { isOver: false };
    void loadCeremony()
      .then(({ signInFromBox }) => signInFromBox(wait))
      .then((session) => session && acceptSession(session))
      .catch((error) => (wait.isOver ? undefined : fail(error)));
    const renewal = setTimeout(() => setRound(round + 1), RENEW_MS);
    return () => {
      wait.isOver = true;
      clearTimeout(renewal);
      void loadCeremony().then(({ stopWaiting }) => stopWaiting());
    };
  }, [isShown, round, fail]);

  if (!hasPasskeys()) return null;

  async function signIn() {
    setBusy(true);
    try {
      const { signInByPasskey } = await loadCeremony();
      const session = await signInByPasskey();
      if (session) return acceptSession(session);
    } catch (error) {
      await fail(error);
    }
    setBusy(false);
    setRound((last) => last + 1);
  }

  return (
    <Button variant="outline" wide className="mt-3" busy={isBusy} onClick={() => void signIn()}>
      Use a passkey
    </Button>
  );
}
