import { ArrowDown } from 'lucide-react';
import { useReader } from '~/account/use-session.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { MessageComposer } from './message-composer.tsx';
import { dayLabel, groupMessages } from './message-groups.ts';
import { useJobMessages } from './use-job-messages.ts';
import { useMarkRead } from './use-mark-read.ts';
import { useOutbox } from './use-outbox.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

type JobChatProps = { jobId: string; jobTitle: string };

/** The chat of a job's owner and its claiming sitter. [M1] */
export function JobChat({ jobId, jobTitle }: JobChatProps) {
  const me = useReader()?.id;
  if (me === undefined) return null;
  return <Thread key={`${me} ${jobId}`} jobId={jobId} jobTitle={jobTitle} me={me} />;
}

function Thread({ jobId, jobTitle, me }: JobChatProps & { me: string }) {
  const thread = useJobMessages(jobId);
  const outbox = useOutbox({ me, jobId }, thread.messages);
  useMarkRead(jobId, thread.messages.at(-1)?.id);
  const days = groupMessages({ messages: thread.messages, pending: outbox.pending, me });
  const bubbles = days.flatMap((day) => day.bubbles);
  const { area, onScroll, hasNewBelow, goToEnd } = useThreadScroll(bubbles, () => {
    if (thread.hasNextPage && !thread.isFetchingNextPage && !thread.isError) {
      void thread.fetchNextPage();
    }
  });
  return (
    <Card inset="none" className="relative overflow-hidden">
      {thread.isFetchingNextPage ? (
        <span className="absolute top-2 left-1/2 z-10 grid -translate-x-1/2 rounded-full bg-raised p-2 text-accent shadow-1">
          <Spinner label="Loading older messages" />
        </span>
      ) : null}
      <section
        ref={area}
        onScroll={onScroll}
        role="log"
        aria-label={`Messages about ${jobTitle}`}
        // What comes in is read out; what is loaded at first or from further back is not.
        aria-live={thread.isPending || thread.isFetchingNextPage ? 'off' : 'polite'}
        aria-relevant="additions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it.
        tabIndex={0}
        className="flex h-80 max-h-[45dvh] min-h-40 flex-col overflow-y-auto overscroll-contain px-3.5 py-3 [overflow-anchor:none] focus-visible:-outline-offset-4"
      >
        {thread.isPending ? <ThreadSkeleton /> : null}
        {thread.isError && bubbles.length === 0 ? (
          <LoadFailed retrying={thread.isFetching} onRetry={() => void thread.refetch()} />
        ) : null}
        {thread.isSuccess && bubbles.length === 0 ? (
          <p className="m-auto max-w-xs text-center text-ink-soft">
            No messages yet. Say hello, and settle keys, food and times.
          </p>
        ) : null}
        {days.map(({ day, bubbles: ofDay }) => (
          <section key={day} aria-label={dayLabel(day, new Date())} className="contents">
            <h3 className="mt-3 self-center rounded-full bg-sunken px-3 py-1 font-sans font-semibold text-ink-soft text-xs tracking-normal">
              {dayLabel(day, new Date())}
            </h3>
            <ol className="flex flex-col">
              {ofDay.map((bubble) => (
                <MessageBubble key={bubble.key} bubble={bubble} onRetry={outbox.retry} />
              ))}
            </ol>
          </section>
        ))}
      </section>
      <div className="relative">
        {hasNewBelow ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<ArrowDown aria-hidden="true" className="size-4" />}
            className="absolute bottom-full left-1/2 mb-2 -translate-x-1/2 shadow-2"
            onClick={goToEnd}
          >
            New messages
          </Button>
        ) : null}
        <MessageComposer
          label={`Message about ${jobTitle}`}
          text={outbox.text}
          onText={outbox.setText}
          onSend={outbox.send}
        />
      </div>
    </Card>
  );
}

function ThreadSkeleton() {
  return (
    <div role="status" aria-label="Loading messages" className="mt-auto grid gap-3">
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="h-10 w-1/2 justify-self-end" />
      <Skeleton className="h-14 w-2/3" />
    </div>
  );
}

function LoadFailed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <div className="m-auto grid justify-items-center gap-3 text-center">
      <p className="text-ink-soft">The messages did not load.</p>
      <Button size="sm" variant="outline" busy={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
