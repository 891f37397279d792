import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/api.ts';
import { loadCode } from '~/lib/load-code.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { hasPasskeys } from './has-passkeys.ts';

type ConfirmByPasskeyProps = { onDone: () => void | Promise<void> };

/** Proves with a passkey that it is the member; nothing for members who have none. [U10] [U13] */
export function ConfirmByPasskey({ onDone }: ConfirmByPasskeyProps) {
  const { data } = useQuery(api.security.getOverview.queryOptions());
  const [isBusy, setBusy] = useState(false);
  if (!data?.has_passkey || !hasPasskeys()) return null;

  async function confirm() {
    setBusy(true);
    try {
      const { confirmByPasskey } = await loadCode(() => import('./ceremony.ts'));
      if (await confirmByPasskey()) await onDone();
    } catch (error) {
      notifyFailure(error);
    }
    setBusy(false);
  }
  return (
    <Button variant="outline" wide className="my-3" busy={isBusy} onClick={() => void confirm()}>
      Use a passkey
    </Button>
  );
}
