import type { ThreadCard } from '@kindpal/contract/chat/schema';
import { Link, useLocation } from 'react-router';
import { useUser } from '~/account/session/use-session.ts';
import { formatRelativeShort } from '~/lib/format.ts';
import { sharesElement } from '~/lib/shared-element.ts';
import { useIsWide } from '~/lib/use-is-wide.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { cx } from '~/ui/class-names.ts';
import { ThreadStateLabel, threadTitleOf } from '../thread/thread-about.tsx';
import { threadPath } from '../thread/thread-name.ts';
import { UnreadBadge } from './unread-badge.tsx';

/** On a phone the thread replaces the list: the row's portrait moves to the thread's header. */
const takesPortrait = sharesElement('person', { frame: 'a', picture: '[data-avatar]' });

type InboxRowProps = { thread: ThreadCard; unread: number; isOpened: boolean };

/**
 * One row of the list of chats: the other member, the job, the last message and the unread count.
 */
export function InboxRow({ thread, unread, isOpened }: InboxRowProps) {
  const { search } = useLocation();
  const isWide = useIsWide();
  const { job, partner, updated_at } = thread;
  const isNew = unread > 0;
  return (
    <Link
      {...(isWide ? {} : takesPortrait)}
      to={{ pathname: threadPath(thread), search }}
      state={{ fromInbox: true }}
      preventScrollReset={isWide}
      aria-current={isOpened ? 'page' : undefined}
      className="flex min-h-20 items-center gap-3 p-3.5 hover:bg-accent-soft focus-visible:-outline-offset-4 aria-[current=page]:bg-accent-soft"
    >
      <span className="relative shrink-0">
        <Avatar name={partner.full_name} src={partner.profile_image_url} />
        {job?.pet_image_url ? (
          <img
            src={job.pet_image_url}
            alt=""
            loading="lazy"
            decoding="async"
            className="absolute -right-1.5 -bottom-1.5 size-6 rounded-full border-2 border-surface object-cover"
          />
        ) : null}
      </span>
      <span className="@container grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <bdi
            className={cx(
              // Only with large text does the time wrap: a name keeps room for its first letters.
              'min-w-0 max-w-full grow basis-[6em] short-line',
              isNew ? 'font-bold' : 'font-semibold',
            )}
          >
            {partner.full_name}
          </bdi>
          <time
            dateTime={updated_at}
            className="inline-block shrink-0 whitespace-nowrap text-ink-soft text-xs tabular-nums first-letter:uppercase"
          >
            {formatRelativeShort(updated_at)}
          </time>
        </span>
        {job ? (
          <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm">
            <span dir="auto" className="min-w-0 flex-1 basis-[6em] short-line">
              {threadTitleOf(job)}
            </span>
            <ThreadStateLabel state={job.state} />
          </span>
        ) : null}
        <span
          className={cx(
            'flex items-center gap-1 text-sm',
            isNew ? 'font-semibold' : 'text-ink-soft',
          )}
        >
          <LastMessage thread={thread} />
          <UnreadBadge count={unread} className="ml-2 shrink-0" />
        </span>
      </span>
    </Link>
  );
}

function LastMessage({ thread: { last_message } }: { thread: ThreadCard }) {
  const me = useUser().id;
  if (!last_message) return <span className="flex-1">No messages yet</span>;
  return (
    <>
      {last_message.sender_id === me ? <span className="shrink-0">You:</span> : null}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {last_message.content}
      </span>
    </>
  );
}
