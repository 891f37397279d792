import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import type { ShownPasskey } from './ceremony.ts';
import { hasPasskeys } from './has-passkeys.ts';

type PasskeyButtonProps = {
  /** Uses the passkey as a proof; a failure is shown in a toast. */
  onShown: (shown: ShownPasskey) => Promise<void>;
};

/**
 * A button to prove one's identity with a passkey; a hint for members whose passkeys are all too
 * new, nothing for those who have none. [U10] [U13]
 */
export function PasskeyButton({ onShown }: PasskeyButtonProps) {
  const { data } = useQuery(api.security.getOverview.queryOptions());
  const [isBusy, setBusy] = useState(false);
  if (!data?.has_passkey || !hasPasskeys()) return null;
  if (!data.takes_passkey) {
    return (
      <p className="text-ink-soft text-sm">
        Your passkey signs you in, but it’s too new to confirm this. It has to be 3 days old.
      </p>
    );
  }

  async function show() {
    setBusy(true);
    try {
      const { showOwnPasskey } = await loadCode(() => import('./ceremony.ts'));
      const shown = await showOwnPasskey();
      if (shown) await onShown(shown);
    } catch (error) {
      notifyFailure(error);
    }
    setBusy(false);
  }
  return (
    <Button variant="outline" wide busy={isBusy} onClick={() => void show()}>
      Use a passkey
    </Button>
  );
}
