import { ArrowDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useStore } from '~/lib/store.ts';
import { queueStore } from '~/my-day/queue-store.ts';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { Skeleton } from '~/ui/skeleton.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { AccessHint } from '~/vault/access-hint.tsx';
import type { Channel } from '../channel.ts';
import { MessageBubble } from './message-bubble.tsx';
import { MessageComposer } from './message-composer.tsx';
import { dayLabel, groupMessages, withQueued } from './message-groups.ts';
import { useMarkThreadRead } from './use-mark-thread-read.ts';
import { useOutbox } from './use-outbox.ts';
import type { ThreadMessages } from './use-thread-messages.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

type ThreadProps = {
  me: string;
  channel: Channel;
  messages: ThreadMessages;
  /** The accessible names of the thread and of its text box. */
  label: string;
  boxLabel: string;
  /** Shown while there are no messages. */
  opening: string;
  /** Whether it is the whole page, with the other member's name in the heading above it. */
  isPage?: boolean;
  /** Shown above the text box. */
  note?: ReactNode;
  /** Why nothing more can be written; replaces the text box. */
  closed?: string | null;
  /** The height of the scrolling part. */
  className: string;
};

/** The messages of a thread, and the text box. The caller provides the card around it. [M1] [M2] */
export function Thread(props: ThreadProps) {
  const { me, channel, messages: thread, label, opening, isPage, closed, className } = props;
  const isClosed = Boolean(channel.isEnded || closed);
  const outbox = useOutbox({ me, channel, stored: thread.messages, isClosed });
  const queue = useStore(queueStore);
  const pending = withQueued(outbox.pending, { thread: channel.id, queue });
  const unsent = {
    onDiscard: outbox.discard,
    ...(isClosed
      ? { why: channel.isEnded ? 'The claim ended.' : 'Chat closed.' }
      : { onRetry: outbox.retry }),
  };
  const days = groupMessages({ messages: thread.messages, pending, me });
  const bubbles = days.flatMap((day) => day.bubbles);
  const { area, onScroll, hasNewBelow, goToEnd } = useThreadScroll({
    bubbles,
    isSettled: thread.isSuccess && !thread.isFetching,
    onNearStart() {
      if (thread.hasNextPage && !thread.isFetchingNextPage) void thread.fetchNextPage();
    },
  });
  useMarkThreadRead(channel, { newestMessageId: thread.messages.at(-1)?.id, area });
  return (
    <>
      {thread.isFetchingNextPage ? (
        <span className="absolute top-2 left-1/2 z-10 grid -translate-x-1/2 rounded-full bg-raised p-2 text-accent shadow-1">
          <Spinner label="Loading older messages" />
        </span>
      ) : null}
      <section
        ref={area}
        onScroll={onScroll}
        role="log"
        aria-label={label}
        // Screen readers announce new messages, but not the first page or older pages.
        aria-live={thread.isPending || thread.isFetchingNextPage ? 'off' : 'polite'}
        aria-relevant="additions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it.
        tabIndex={0}
        className={cx(
          '@container flex flex-col overflow-y-auto overscroll-contain px-3.5 py-3 [overflow-anchor:none] focus-visible:-outline-offset-4',
          className,
        )}
      >
        {thread.isPending ? <ThreadSkeleton /> : null}
        {thread.isError && bubbles.length === 0 && !closed ? (
          <ThreadNotLoaded retrying={thread.isFetching} onRetry={() => void thread.refetch()} />
        ) : null}
        {thread.isSuccess && bubbles.length === 0 ? (
          <p className="m-auto max-w-xs text-center text-ink-soft">{opening}</p>
        ) : null}
        {/* A few messages are aligned to the bottom, where the next ones will appear. */}
        {days.length > 0 ? <span className="mt-auto" /> : null}
        {days.map((day) => (
          <Day key={day.day} day={day} isPage={isPage} unsent={unsent} />
        ))}
      </section>
      <div className="relative">
        {hasNewBelow ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<ArrowDown aria-hidden="true" className="size-4" />}
            className="absolute bottom-full left-1/2 mb-2 -translate-x-1/2 shadow-2"
            onClick={() => {
              goToEnd();
              // The pressed button disappears, so the focus moves to what it was about.
              area.current?.focus({ preventScroll: true });
            }}
          >
            New messages
          </Button>
        ) : null}
        <ThreadEnd {...props} outbox={outbox} />
      </div>
    </>
  );
}

type DayProps = {
  day: ReturnType<typeof groupMessages>[number];
} & Pick<ThreadProps, 'isPage'> &
  Pick<ComponentProps<typeof MessageBubble>, 'unsent'>;

/** The messages of one day. */
function Day({ day: { day, bubbles }, isPage, unsent }: DayProps) {
  const Heading = isPage ? 'h2' : 'h3';
  const label = dayLabel(day, new Date());
  return (
    <section aria-label={label} className="contents">
      <Heading className="mt-3 self-center rounded-full bg-sunken px-3 py-1 font-sans font-semibold text-ink-soft text-xs tracking-normal">
        {label}
      </Heading>
      <ol className="flex flex-col">
        {bubbles.map((bubble) => (
          <MessageBubble key={bubble.key} bubble={bubble} named={!isPage} unsent={unsent} />
        ))}
      </ol>
    </section>
  );
}

type ThreadEndProps = Pick<ThreadProps, 'channel' | 'boxLabel' | 'note' | 'closed'> & {
  outbox: ReturnType<typeof useOutbox>;
};

/** Where to write, or why nothing more can be written. */
function ThreadEnd({ channel, boxLabel, note, closed, outbox }: ThreadEndProps) {
  return (
    <>
      {channel.about && !closed ? (
        <AccessHint
          jobId={channel.about.job_id}
          claimId={channel.id}
          text={outbox.text}
          onMoved={() => outbox.setText('')}
        />
      ) : null}
      {note}
      {closed ? (
        <p className="border-line border-t p-4 text-center text-ink-soft text-sm">{closed}</p>
      ) : (
        <MessageComposer
          label={boxLabel}
          text={outbox.text}
          onText={outbox.setText}
          onSend={outbox.send}
        />
      )}
    </>
  );
}

/** A placeholder while messages load. */
export function ThreadSkeleton() {
  return (
    <div role="status" aria-label="Loading messages" className="mt-auto grid gap-3">
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="h-10 w-1/2 justify-self-end" />
      <Skeleton className="h-14 w-2/3" />
    </div>
  );
}

function ThreadNotLoaded({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <div className="m-auto grid justify-items-center gap-3 text-center">
      <p className="text-ink-soft">The messages didn’t load.</p>
      <Button size="sm" variant="outline" busy={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
