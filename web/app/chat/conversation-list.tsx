import type { ConversationCard } from '@kindpal/contract/chat/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useUser } from '~/account/use-session.ts';
import { api } from '~/lib/api.ts';
import { formatRelative } from '~/lib/format.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/pages.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { UnreadBadge } from './unread-badge.tsx';
import { useUnread } from './use-unread.ts';

/** Everybody one talks to directly, the latest word first. [M2] */
export function ConversationList() {
  const query = useInfiniteQuery(
    api.chat.listConversations.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  const unread = useUnread();
  const conversations = rowsOf(query);
  return (
    <div className="grid gap-4">
      {query.isPending ? <ListSkeleton /> : null}
      {query.isError ? <LoadFailed title="Your messages did not load" query={query} /> : null}
      {query.isSuccess && conversations.length === 0 ? <NobodyYet /> : null}
      {conversations.length > 0 ? (
        <Card inset="none" className="overflow-hidden">
          <ul aria-label="Conversations" className="divide-y divide-line">
            {conversations.map((one) => (
              <li key={one.id}>
                <ConversationRow conversation={one} unread={unread.in(one.partner.id)} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}

type ConversationRowProps = { conversation: ConversationCard; unread: number };

function ConversationRow({ conversation, unread }: ConversationRowProps) {
  const me = useUser().id;
  const { partner, last_message } = conversation;
  const isNew = unread > 0;
  return (
    <Link
      to={`/chat/${partner.id}`}
      className="flex min-h-20 items-center gap-3.5 p-4 hover:bg-accent-soft focus-visible:-outline-offset-4"
    >
      <Avatar name={partner.full_name} src={partner.profile_image_url} />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex items-baseline justify-between gap-3">
          <bdi className={cx('min-w-0 truncate', isNew ? 'font-bold' : 'font-semibold')}>
            {partner.full_name}
          </bdi>
          {last_message ? (
            <time
              dateTime={last_message.created_at}
              className="shrink-0 text-ink-soft text-xs tabular-nums"
            >
              {formatRelative(last_message.created_at)}
            </time>
          ) : null}
        </span>
        <span
          className={cx(
            'flex items-center gap-1 text-sm',
            isNew ? 'font-semibold' : 'text-ink-soft',
          )}
        >
          {last_message?.sender_id === me ? <span className="shrink-0">You:</span> : null}
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {last_message?.content}
          </span>
          <UnreadBadge count={unread} className="ml-2 shrink-0" />
        </span>
      </span>
    </Link>
  );
}

function NobodyYet() {
  return (
    <EmptyState
      illustration={<ChatBubbles />}
      title="No messages yet"
      action={<ButtonLink to="/pet-sitters">Find a Pet Pal</ButtonLink>}
    >
      Open somebody's profile and press Send Message. What you say about a job stands with the job.
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading your messages">
      <Card inset="none" className="divide-y divide-line">
        {[0, 1, 2].map((place) => (
          <div key={place} aria-hidden="true" className="flex min-h-20 items-center gap-3.5 p-4">
            <Skeleton className="size-11 shrink-0 rounded-full" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4.5 w-1/3" />
              <Skeleton className="h-4 w-2/3" />
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}
