import type { ThreadCard } from '@kindpal/contract/chat/schema';
import type { ReactNode } from 'react';
import { rowsOf } from '~/lib/calls/pages.ts';
import { readSearch, useListFilter } from '~/lib/use-list-filter.ts';
import { BackLink } from '~/ui/back-link.tsx';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { SearchField } from '~/ui/search-field.tsx';
import { SegmentedControl } from '~/ui/segmented-control.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { threadName } from '../thread/thread-name.ts';
import { InboxRow } from './inbox-row.tsx';
import { type Box, useThreads } from './use-threads.ts';
import { useUnread } from './use-unread.ts';

const readFilter = (params: URLSearchParams): { search: string; box: Box } => ({
  search: readSearch(params),
  box: params.get('box') === 'requests' ? 'requests' : 'inbox',
});

type InboxProps = {
  /** The open thread: the id of its claim, or of the other member. */
  opened: string | undefined;
  /** The open thread, or a placeholder. */
  children: ReactNode;
};

/**
 * The list of the member's threads and the open one: side by side on wide screens, one after the
 * other on a phone. The list keeps its position while a thread is read. [M1] [M2] [P7]
 */
export function Inbox({ opened, children }: InboxProps) {
  const { filter, typed, setTyped, change } = useListFilter(readFilter);
  const { search, box } = filter;
  const query = useThreads(filter);
  const { requests } = useUnread();
  const threads = rowsOf(query);
  const hasBoxes = requests > 0 || box === 'requests';
  const isEmpty =
    query.isSuccess && threads.length === 0 && search === '' && typed === '' && !hasBoxes;
  const hasNoRequests =
    query.isSuccess && threads.length === 0 && box === 'requests' && search === '' && typed === '';
  // An empty list needs no chat beside it.
  const isAlone = hasNoRequests && !opened;
  const Title = opened ? 'h2' : 'h1';
  if (isEmpty && !opened) {
    return (
      <Frame>
        <h1 className="text-3xl">Messages</h1>
        <NoThreads />
      </Frame>
    );
  }
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
        !isAlone && 'md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)]',
      )}
    >
      <div
        className={cx(
          'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 md:flex md:flex-col',
          opened && 'max-md:hidden',
          // As tall as the thread beside it.
          !isAlone && 'md:h-[calc(100dvh-var(--bar)-3rem)] md:min-h-60',
        )}
      >
        <div className="grid gap-2">
          <BackLink to="/dashboard">Back to Dashboard</BackLink>
          <Title className="font-display text-3xl">Messages</Title>
        </div>
        {hasBoxes ? (
          <SegmentedControl
            label="Which messages"
            value={box}
            onChange={(next) => change('box', next === 'requests' ? next : '')}
            options={[
              { value: 'inbox', label: 'Messages' },
              { value: 'requests', label: requests > 0 ? `Requests (${requests})` : 'Requests' },
            ]}
            className="md:max-w-[22rem] md:shrink-0"
          />
        ) : null}
        {hasNoRequests ? null : (
          <search>
            <SearchField
              label="Search messages by name, pet or job"
              placeholder="Name, pet or job"
              value={typed}
              onType={setTyped}
            />
          </search>
        )}
        {query.isPending ? (
          <OfflineWait query={query}>
            <ListSkeleton />
          </OfflineWait>
        ) : null}
        {query.isError ? <LoadFailed title="Your messages didn’t load" query={query} /> : null}
        {hasNoRequests ? (
          <EmptyState title="No requests" className="py-6">
            The first message from a member you don’t know yet waits here until you reply.
          </EmptyState>
        ) : query.isSuccess && threads.length === 0 ? (
          <p className="py-6 text-center text-ink-soft">No messages found.</p>
        ) : null}
        {threads.length > 0 ? (
          <ThreadList threads={threads} opened={opened} isOld={query.isPlaceholderData}>
            <LoadMore query={query} />
          </ThreadList>
        ) : null}
      </div>
      {isAlone ? null : <div className={cx('min-w-0', !opened && 'max-md:hidden')}>{children}</div>}
    </div>
  );
}

type ThreadListProps = {
  threads: ThreadCard[];
  opened: string | undefined;
  isOld: boolean;
  children: ReactNode;
};

function ThreadList({ threads, opened, isOld, children }: ThreadListProps) {
  // The same counts as in the bar.
  const unread = useUnread();
  return (
    <Card inset="none" aria-busy={isOld} className="overflow-hidden md:min-h-0 md:overflow-y-auto">
      <ul aria-label="Messages" className="divide-y divide-line">
        {threads.map((thread) => (
          <li key={thread.id}>
            <InboxRow
              thread={thread}
              unread={unread.in(threadName(thread))}
              isOpened={opened === threadName(thread)}
            />
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <BackLink to="/dashboard">Back to Dashboard</BackLink>
      {children}
    </div>
  );
}

function NoThreads() {
  return (
    <EmptyState
      illustration={<ChatBubbles />}
      title="No messages yet"
      action={<ButtonLink to="/pet-sitters">Find a Pet Pal</ButtonLink>}
    >
      Message someone from their profile, or claim a job to chat with its owner.
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading your messages">
      <Card inset="none" className="divide-y divide-line">
        {[0, 1, 2, 3].map((place) => (
          <div key={place} aria-hidden="true" className="flex min-h-20 items-center gap-3 p-3.5">
            <Skeleton className="size-11 shrink-0 rounded-full" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4.5 w-1/2" />
              <Skeleton className="h-4 w-3/4" />
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}
