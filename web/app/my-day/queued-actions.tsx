import { Clock, X } from 'lucide-react';
import { copyText } from '~/lib/copy-text.ts';
import { useStore } from '~/lib/store.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { discardAction, findAction, type QueuedAction } from './action-queue.ts';
import { queueStore } from './queue-store.ts';
import { showQueue } from './show-queue.ts';

const MOVES = { start: 'Start the job', complete: 'Mark as done' } as const;

/** Actions done offline that the server does not have yet, or has refused. */
export function QueuedActions({ memberId }: { memberId: string }) {
  const actions = useStore(queueStore);
  if (actions.length === 0) return null;
  async function remove(key: number) {
    const isRemoved = await discardAction(memberId, key);
    if (!isRemoved && (await findAction(memberId, key))) {
      notify.outcome({
        title: 'It’s being sent right now',
        description: 'You can’t remove it now.',
      });
    }
    await showQueue(memberId);
  }
  return (
    <section aria-label="Not sent yet" className="grid gap-3">
      <h2 className="text-xl">Not sent yet</h2>
      <ol aria-live="polite" className="grid gap-2.5">
        {actions.map((action) => (
          <QueuedRow key={action.key} action={action} onRemove={() => void remove(action.key)} />
        ))}
      </ol>
    </section>
  );
}

function QueuedRow({ action, onRemove }: { action: QueuedAction; onRemove: () => void }) {
  const what = action.kind === 'message' ? `“${action.content}”` : MOVES[action.move];
  return (
    <li className="grid gap-1 rounded-lg border border-line bg-surface p-3.5">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {what}
      </p>
      <p dir="auto" className="wrap-anywhere text-ink-soft text-sm">
        {action.title}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {action.refusal === null ? (
          <p className="flex gap-1.5 text-ink-soft text-sm">
            <Clock aria-hidden="true" className="line-icon" />
            Waiting to be sent
          </p>
        ) : (
          <p className="wrap-anywhere font-semibold text-danger text-sm">
            Not sent. {action.refusal}
          </p>
        )}
        <span className="flex">
          {action.kind === 'message' && action.refusal !== null ? (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => void copyText(action.content, 'Your message')}
            >
              Copy
            </Button>
          ) : null}
          <Button
            size="sm"
            variant="quiet"
            icon={<X aria-hidden="true" className="size-4" />}
            aria-label={`Remove ${what.slice(0, 40)}, ${action.title}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </span>
      </div>
    </li>
  );
}
