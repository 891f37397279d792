import type { Feedback } from '@kindpal/contract/feedback/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { api } from '~/lib/api.ts';
import { errorText } from '~/lib/error-text.ts';
import { formatDateTime, formatRelative } from '~/lib/format.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { FeedbackStatusLabel } from './feedback-status.tsx';
import { openHelp } from './help-signal.ts';

function useMyRequests() {
  return useInfiniteQuery(
    api.feedback.listMine.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      refetchOnMount: 'always',
    }),
  );
}

/** What the member asked, how it stands, and what was answered; it follows by itself. [F4] */
export function MyRequests() {
  const query = useMyRequests();
  const requests = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <RequestsSkeleton />;
  return (
    <div className="grid gap-4">
      {query.isError ? (
        <Banner
          tone="danger"
          title="Your requests did not load"
          action={
            <Button
              size="sm"
              variant="outline"
              busy={query.isFetching}
              onClick={() => void query.refetch()}
            >
              Try again
            </Button>
          }
        >
          {errorText(query.error)}
        </Banner>
      ) : null}
      {query.isSuccess && requests.length === 0 ? <NothingAsked /> : null}
      {requests.length > 0 ? (
        <>
          <ul className="grid gap-4" aria-label="My requests">
            {requests.map((request) => (
              <Request key={request.id} request={request} />
            ))}
          </ul>
          <LoadMore
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onLoadMore={() => void query.fetchNextPage()}
          />
        </>
      ) : null}
    </div>
  );
}

function Request({ request }: { request: Feedback }) {
  const { message, status, created_at, admin_response, responded_at } = request;
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <time
          dateTime={created_at}
          title={formatDateTime(created_at)}
          className="text-ink-soft text-sm"
        >
          You wrote {formatRelative(created_at)}
        </time>
        <FeedbackStatusLabel status={status} />
      </div>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</p>
      {admin_response ? (
        <div className="grid gap-1 rounded-md border-accent border-l-4 bg-accent-soft p-4">
          <h2 className="font-sans font-semibold text-accent text-sm tracking-normal">
            Kindpal answered{responded_at ? ` ${formatRelative(responded_at)}` : ''}
          </h2>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{admin_response}</p>
        </div>
      ) : null}
    </Card>
  );
}

function NothingAsked() {
  return (
    <EmptyState
      illustration={<ChatBubbles />}
      title="You have not asked us anything yet"
      action={
        <Button icon={<MessageCircleQuestion aria-hidden="true" />} onClick={openHelp}>
          Help & Feedback
        </Button>
      }
    >
      Something odd, something missing, something kind to say: people read it, and answer within
      about 24 hours.
    </EmptyState>
  );
}

function RequestsSkeleton() {
  return (
    <div role="status" aria-label="Loading your requests" className="grid gap-4">
      {[0, 1, 2].map((row) => (
        <Card key={row} className="grid gap-3">
          <div className="flex justify-between">
            <Skeleton className="h-5 w-36" />
            <Skeleton className="h-6 w-20" />
          </div>
          <Skeleton className="h-12" />
        </Card>
      ))}
    </div>
  );
}
