import { type ReactNode, useState } from 'react';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { refetchFactors } from './refetch-factors.ts';
import { useProof } from './use-proof.tsx';

interface WayInRowProps {
  name: string;
  /** Shown below its name. */
  about: ReactNode;
  /** The button's label, the consequence, and the message after removal. */
  end: { label: string; consequence: string; done: string };
  /** Rejects with the errors of the API; the row asks for the proof that it needs. */
  onEnd: () => Promise<unknown>;
  isEnding: boolean;
  /** Other actions, rendered before the button that removes it. */
  children?: ReactNode;
}

/** One way to sign in: an authenticator app, a passkey, a connected account. [U12] [U13] */
export function WayInRow({ name, about, end, onEnd, isEnding, children }: WayInRowProps) {
  const [isAsked, setAsked] = useState(false);
  const { run, proof } = useProof();

  async function finish() {
    await onEnd();
    notify.outcome({ title: end.done, description: 'Other devices were signed out.' });
    await refetchFactors();
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">{about}</p>
      </div>
      <div className="flex gap-2">
        {children}
        <Button
          size="sm"
          variant="outline"
          aria-label={`${end.label} ${name}`}
          busy={isEnding}
          onClick={() => setAsked(true)}
        >
          {end.label}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`${end.label} ${name}?`}
        description={end.consequence}
        confirmLabel={end.label}
        tone="danger"
        onConfirm={() => {
          setAsked(false);
          void run(finish);
        }}
      />
      {proof}
    </li>
  );
}
