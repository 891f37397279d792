import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { formatDateTime, formatRelative } from '~/lib/format.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { PagedList, rowsOf } from './paged-list.tsx';

/** Who asked for the newsletter, newest first. [P6] */
export function NewsletterReaders() {
  const query = useInfiniteQuery(
    api.newsletter.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      refetchOnMount: 'always',
    }),
  );
  return (
    <PagedList
      label="Newsletter readers"
      query={query}
      rows={rowsOf(query)}
      failure="The readers did not load"
      empty={
        <EmptyState illustration={<ChatBubbles />} title="Nobody reads the newsletter yet">
          Whoever leaves an address in the footer, and confirms it, appears here.
        </EmptyState>
      }
    >
      {({ id, email, created_at, confirmed_at, unsubscribed_at }) => (
        <Card as="li" key={id} className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold">{email}</p>
            <p className="text-ink-soft text-sm">
              Signed up{' '}
              <time dateTime={created_at} title={formatDateTime(created_at)}>
                {formatRelative(created_at)}
              </time>
            </p>
          </div>
          {unsubscribed_at ? (
            <StatusLabel>Unsubscribed</StatusLabel>
          ) : confirmed_at ? (
            <StatusLabel tone="positive">Reads it</StatusLabel>
          ) : (
            <StatusLabel tone="caution">Not confirmed</StatusLabel>
          )}
        </Card>
      )}
    </PagedList>
  );
}
