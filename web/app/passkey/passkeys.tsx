import type { Passkey } from '@kindpal/contract/passkey/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FactorRow } from '~/factor/factor-row.tsx';
import { refetchFactors } from '~/factor/refetch-factors.ts';
import { useProof } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { hasPasskeys } from './has-passkeys.ts';

const RenameWindow = lazyPart(() =>
  import('./rename-window.tsx').then((module) => module.RenameWindow),
);

/** The member's passkeys: add, rename, remove. [U13] */
export function Passkeys() {
  const query = useQuery(api.passkey.list.queryOptions());
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <div role="status" aria-label="Loading: passkeys">
          <Skeleton className="h-24" />
        </div>
      </OfflineWait>
    );
  }
  if (!query.data) return <LoadFailed title="Your passkeys didn’t load" query={query} />;
  const { items } = query.data;
  return (
    <div className="grid gap-5">
      <p className="text-ink-soft">
        Sign in with your fingerprint, your face or the PIN of your device, without a password. It
        counts as two factors, and it can’t be used on a fake website. In its first 3 days a passkey
        only signs you in: it doesn’t confirm changes to your account, because someone else could
        have added it.
      </p>
      {items.length > 0 ? (
        <ul aria-label="Passkeys" className="grid gap-4">
          {items.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      <AddPasskey isFirst={items.length === 0} />
    </div>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const { id, friendly_name: name } = passkey;
  const [isNaming, setNaming] = useState(false);
  const { mutateAsync, isPending } = useMutation(api.passkey.remove.mutationOptions());
  return (
    <FactorRow
      name={name}
      addedAt={passkey.created_at}
      lastUsedAt={passkey.last_used_at}
      consequence="It no longer signs you in, and your other devices are signed out. You can then delete it on your device too."
      remove={() => mutateAsync({ passkey_id: id })}
      isRemoving={isPending}
    >
      <Button
        size="sm"
        variant="outline"
        aria-label={`Rename ${name}`}
        onPointerEnter={RenameWindow.prefetch}
        onClick={() => setNaming(true)}
      >
        Rename
      </Button>
      <Suspense>
        {isNaming ? <RenameWindow passkey={passkey} onClose={() => setNaming(false)} /> : null}
      </Suspense>
    </FactorRow>
  );
}

function AddPasskey({ isFirst }: { isFirst: boolean }) {
  const { run, proof } = useProof();
  const [isBusy, setBusy] = useState(false);
  if (!hasPasskeys()) {
    return <p className="text-sm">This browser can’t make passkeys here. Try another one.</p>;
  }

  async function add() {
    const { addPasskey } = await loadCode(() => import('./ceremony.ts'));
    const added = await addPasskey();
    if (added === 'closed') return;
    if (added === 'known') {
      notify.outcome({ title: 'This device already has a passkey for your account' });
      return;
    }
    notify.outcome({ title: 'Passkey added', description: added.friendly_name });
    await refetchFactors();
  }
  async function begin() {
    setBusy(true);
    await run(add);
    setBusy(false);
  }
  return (
    <>
      <Button
        variant="outline"
        className="justify-self-start"
        busy={isBusy}
        onClick={() => void begin()}
      >
        {isFirst ? 'Add a passkey' : 'Add another passkey'}
      </Button>
      {proof}
    </>
  );
}
