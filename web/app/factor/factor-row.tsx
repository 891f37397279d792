import { type ReactNode, useState } from 'react';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { Moment } from '~/ui/moment.tsx';
import { lookAgain } from './look-again.ts';
import { useProof } from './use-proof.tsx';

interface FactorRowProps {
  name: string;
  addedAt: string;
  lastUsedAt: string | null;
  /** What the removal means, read before it is confirmed. */
  consequence: string;
  /** Rejects as the API does; the row asks for the proof that it needs. */
  remove: () => Promise<unknown>;
  isRemoving: boolean;
  /** What else can be done with it, before Remove. */
  children?: ReactNode;
}

/** An authenticator app or a passkey of the reader's: its dates and its removal. [U13] */
export function FactorRow(props: FactorRowProps) {
  const { name, addedAt, lastUsedAt, consequence, isRemoving, children } = props;
  const [isAsked, setAsked] = useState(false);
  const { run, proof } = useProof();

  async function remove() {
    await props.remove();
    notify.outcome({ title: `${name} removed`, description: 'Other devices were signed out.' });
    await lookAgain();
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-ink-soft text-sm">
          Added <Moment at={addedAt} />
          {lastUsedAt ? (
            <>
              , last used <Moment at={lastUsedAt} />
            </>
          ) : null}
        </p>
      </div>
      <div className="flex gap-2">
        {children}
        <Button
          size="sm"
          variant="outline"
          aria-label={`Remove ${name}`}
          busy={isRemoving}
          onClick={() => setAsked(true)}
        >
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`Remove ${name}?`}
        description={consequence}
        confirmLabel="Remove"
        tone="danger"
        onConfirm={() => {
          setAsked(false);
          void run(remove);
        }}
      />
      {proof}
    </li>
  );
}
