import { Clock, RotateCw } from 'lucide-react';
import { Link } from 'react-router';
import { formatTime } from '~/lib/format.ts';
import { notify } from '~/notify/notify.ts';
import { ReportButton } from '~/report/report-button.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import type { Bubble } from './message-groups.ts';

type MessageBubbleProps = {
  bubble: Bubble;
  /** Whether the sender's name is shown above each run of messages. */
  named: boolean;
  unsent: UnsentActions;
};

/** The actions for an unsent message; in a closed thread it can only be copied or discarded. */
export type UnsentActions = { onDiscard: (clientId: string) => void } & (
  | { onRetry: (clientId: string) => void }
  | { why: string }
);

/** One message: the member's own on the right, others' on the left. [M1] */
export function MessageBubble({ bubble, named, unsent }: MessageBubbleProps) {
  const { is_own, opens_run } = bubble;
  return (
    <li
      className={cx(
        // Large text leaves too little room for words beside a portrait.
        'group flex max-w-[88%] @max-[13rem]:max-w-full gap-2',
        is_own ? 'self-end' : 'self-start',
        opens_run ? 'mt-3' : 'mt-1',
      )}
    >
      {is_own ? null : (
        <span className="@max-[13rem]:hidden w-8 shrink-0">
          {opens_run ? (
            <Avatar name={bubble.sender_name} src={bubble.sender_image_url} size="sm" />
          ) : null}
        </span>
      )}
      <div className={cx('grid min-w-0 gap-0.5', is_own && 'justify-items-end')}>
        {named && opens_run && !is_own ? (
          <span dir="auto" className="wrap-anywhere font-semibold text-ink-soft text-xs">
            {bubble.sender_name}
          </span>
        ) : (
          <span className="sr-only">{is_own ? 'You' : bubble.sender_name}</span>
        )}
        <p
          dir="auto"
          className={cx(
            'whitespace-pre-wrap wrap-anywhere rounded-lg px-3.5 py-2',
            is_own ? 'rounded-br-sm bg-accent text-accent-ink' : 'rounded-bl-sm bg-sunken text-ink',
            bubble.state !== 'stored' && 'opacity-75',
          )}
        >
          {bubble.content}
        </p>
        <DeliveryStatus bubble={bubble} unsent={unsent} />
      </div>
      {bubble.id && !is_own ? (
        // Always visible on devices without hover; elsewhere visible on hover or focus.
        <span className="self-center transition-opacity duration-150 [@media(hover:hover)]:opacity-0 group-hover:opacity-100 focus-within:opacity-100">
          <ReportButton
            name={bubble.sender_name}
            subjects={[{ type: 'message', id: bubble.id, label: 'The message' }]}
            icon={{ label: `Report message from ${bubble.sender_name}` }}
          />
        </span>
      ) : null}
    </li>
  );
}

function DeliveryStatus({ bubble, unsent }: Omit<MessageBubbleProps, 'named'>) {
  if (bubble.state === 'failed') {
    if ('why' in unsent) return <NeverSent bubble={bubble} {...unsent} />;
    return (
      <div className="flex flex-wrap items-center justify-end gap-x-1">
        <button
          type="button"
          onClick={() => unsent.onRetry(bubble.key)}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-danger text-sm underline-offset-4 hover:underline"
        >
          <RotateCw aria-hidden="true" className="size-4" />
          Not sent. Try again
        </button>
        <DiscardButton bubble={bubble} onDiscard={unsent.onDiscard} />
      </div>
    );
  }
  if (bubble.state === 'queued' || bubble.state === 'refused') return <Queued bubble={bubble} />;
  if (!bubble.closes_run && bubble.state === 'stored') {
    return (
      <time dateTime={bubble.created_at} className="sr-only">
        {formatTime(bubble.created_at)}
      </time>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 px-1 text-ink-soft text-xs tabular-nums">
      {bubble.state === 'sending' ? (
        <>
          <Clock aria-hidden="true" className="size-3" />
          Sending...
        </>
      ) : (
        <time dateTime={bubble.created_at}>{formatTime(bubble.created_at)}</time>
      )}
    </span>
  );
}

/** A message that was written offline on My Day, which sends it and shows why it was not sent. */
function Queued({ bubble }: { bubble: Bubble }) {
  if (bubble.state === 'queued') {
    return (
      <span className="inline-flex items-center gap-1 px-1 text-ink-soft text-xs">
        <Clock aria-hidden="true" className="size-3" />
        Waiting to be sent
      </span>
    );
  }
  return (
    <Link
      to="/my-day"
      className="inline-flex min-h-11 items-center px-1 font-semibold text-danger text-sm underline underline-offset-4"
    >
      Not sent. See why on My Day
    </Link>
  );
}

type NeverSentProps = { bubble: Bubble; onDiscard: (clientId: string) => void; why: string };

function NeverSent({ bubble, onDiscard, why }: NeverSentProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1">
      <span className="px-1 font-semibold text-danger text-sm">Not sent. {why}</span>
      <span className="flex">
        <Button size="sm" variant="quiet" onClick={() => void copyText(bubble.content)}>
          Copy
        </Button>
        <DiscardButton bubble={bubble} onDiscard={onDiscard} />
      </span>
    </div>
  );
}

function DiscardButton({ bubble, onDiscard }: Omit<NeverSentProps, 'why'>) {
  return (
    <Button size="sm" variant="danger-quiet" onClick={() => onDiscard(bubble.key)}>
      Discard
    </Button>
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.outcome({ title: 'Copied!' });
  } catch {
    notify.outcome({
      title: 'Could not copy',
      description: 'Please select the text and copy it yourself.',
      variant: 'destructive',
    });
  }
}
