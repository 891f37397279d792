import {
  GROUP_NAMES,
  NOTIFICATION_GROUPS,
  type NotificationGroup,
} from '@kindpal/contract/notification/groups';
import type { Notification } from '@kindpal/contract/notification/schema';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check, CheckCheck } from 'lucide-react';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { useListFilter } from '~/lib/use-list-filter.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Field } from '~/ui/field.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { SegmentedControl } from '~/ui/segmented-control.tsx';
import { Select } from '~/ui/select.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { byDay, TODAY } from './by-day.ts';
import { useMarkAllRead, useMarkNotificationRead } from './mark-read.ts';
import { NotificationText } from './notification-text.tsx';
import { useUnreadNotifications } from './use-notifications.ts';

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;
type Shown = (typeof SHOWN)[number]['value'];
/** A group, or all of them. */
type Topic = NotificationGroup | '';

/** What is shown, from the address; unknown values are ignored. */
function readFilter(params: URLSearchParams): { search: ''; shown: Shown; topic: Topic } {
  const topic = params.get('topic');
  return {
    search: '',
    shown: params.get('show') === 'unread' ? 'unread' : 'all',
    topic: GROUP_NAMES.find((group) => group === topic) ?? '',
  };
}

/** All notifications of the member, by day; live. */
export function Notifications() {
  const { filter, change } = useListFilter(readFilter);
  const { shown, topic } = filter;
  const unread = useUnreadNotifications();
  const markAllRead = useMarkAllRead();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex grow flex-wrap items-center gap-3 sm:grow-0">
          <div className="shrink-0">
            <SegmentedControl
              label="Show"
              value={shown}
              options={SHOWN}
              onChange={(chosen) => change('show', chosen === 'all' ? '' : chosen)}
            />
          </div>
          <TopicChoice topic={topic} onChange={(chosen) => change('topic', chosen)} />
        </div>
        <Button
          variant="quiet"
          size="sm"
          icon={<CheckCheck aria-hidden="true" className="size-5" />}
          disabled={unread === 0}
          onClick={markAllRead}
        >
          Mark all as read
        </Button>
      </div>
      <Days shown={shown} topic={topic} />
    </div>
  );
}

type TopicChoiceProps = { topic: Topic; onChange: (topic: string) => void };

/** A filter by the groups that this member can get, and by the one that the address names. */
function TopicChoice({ topic, onChange }: TopicChoiceProps) {
  const { data } = useQuery(api.notification.getSettings.queryOptions());
  const isListed = data?.groups.some(({ group }) => group === topic);
  return (
    // A width of its own: its longest option comes later.
    <Field label="Topic" hideLabel className="w-36 max-w-full grow sm:w-52">
      <Select value={topic} onChange={({ target }) => onChange(target.value)}>
        <option value="">All topics</option>
        {data?.groups.map((one) => (
          <option key={one.group} value={one.group}>
            {one.label}
          </option>
        ))}
        {topic && !isListed ? (
          <option value={topic}>{NOTIFICATION_GROUPS[topic].label}</option>
        ) : null}
      </Select>
    </Field>
  );
}

function Days({ shown, topic }: { shown: Shown; topic: Topic }) {
  const isUnread = shown === 'unread';
  const query = useInfiniteQuery(
    api.notification.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...atCursor(cursor),
        ...(isUnread ? { unread: 'true' } : {}),
        ...(topic ? { group: topic } : {}),
      }),
      ...pageByPage,
    }),
  );
  const rows = rowsOf(query);
  if (query.isPending) return <DaysSkeleton />;
  return (
    <div className="grid gap-6">
      {query.isError ? <LoadFailed title="Your notifications didn’t load" query={query} /> : null}
      {query.isSuccess && rows.length === 0 ? (
        <Nothing isUnread={isUnread} isNarrowed={topic !== ''} />
      ) : null}
      {byDay(rows).map(({ label, rows: ofDay }) => (
        <section key={label} aria-label={label} className="grid gap-2">
          <h2 className="text-lg">{label}</h2>
          <Card as="div" inset="none" className="overflow-hidden">
            <ul className="divide-y divide-line">
              {ofDay.map((one) => (
                <Row key={one.id} notification={one} isOfToday={label === TODAY} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <LoadMore query={query} />
    </div>
  );
}

function Row({ notification, isOfToday }: { notification: Notification; isOfToday: boolean }) {
  const { id, href, read_at } = notification;
  const markRead = useMarkNotificationRead();
  return (
    <li className="flex items-center gap-1 pr-2 hover:bg-accent-soft">
      <Link
        to={href}
        onClick={() => {
          if (!read_at) markRead(id);
        }}
        className="flex min-w-0 flex-1 px-4 py-1 focus-visible:-outline-offset-4"
      >
        <NotificationText notification={notification} isUnderItsDay={!isOfToday} />
      </Link>
      {read_at ? null : (
        <IconButton label="Mark as read" onClick={() => markRead(id)}>
          <Check aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

function Nothing({ isUnread, isNarrowed }: { isUnread: boolean; isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <EmptyState illustration={<ChatBubbles />} title="Nothing here">
        {isUnread
          ? 'You’ve read everything on this topic.'
          : 'There are no notifications on this topic yet.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration={<ChatBubbles />}
      title={isUnread ? 'Everything is read' : 'No notifications yet'}
    >
      When someone claims your job, writes to you or joins with your invite, it appears here.
    </EmptyState>
  );
}

function DaysSkeleton() {
  return (
    <div role="status" aria-label="Loading: notifications" className="grid gap-4">
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-24 rounded-lg" />
    </div>
  );
}
