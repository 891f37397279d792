import type { Notification } from '@kindpal/contract/notification/schema';
import { formatTime } from '~/lib/format.ts';
import { cx } from '~/ui/class-names.ts';
import { Moment } from '~/ui/moment.tsx';

type NotificationTextProps = {
  notification: Notification;
  /** Whether it is below a heading with its day, so that only its time is shown. */
  isUnderItsDay?: boolean;
};

/** The text and time of a notification, with a dot while it is unread. */
export function NotificationText({ notification, isUnderItsDay }: NotificationTextProps) {
  const { title, body, created_at, read_at } = notification;
  return (
    <span className="flex min-w-0 flex-1 items-start gap-3 py-2.5 text-left">
      <span
        className={cx(
          'mt-1.5 size-2 shrink-0 rounded-full',
          read_at ? 'bg-transparent' : 'bg-accent',
        )}
      />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span
          dir="auto"
          className={cx(
            'line-clamp-8 text-pretty leading-snug [overflow-wrap:anywhere]',
            read_at ? 'font-medium' : 'font-bold',
          )}
        >
          {read_at ? null : <span className="sr-only">Unread: </span>}
          {title}
        </span>
        <span className="text-pretty font-normal text-ink-soft text-sm leading-snug">{body}</span>
        {isUnderItsDay ? (
          <time dateTime={created_at} className="font-normal text-ink-soft text-xs">
            {formatTime(created_at)}
          </time>
        ) : (
          <Moment at={created_at} isFirst className="font-normal text-ink-soft text-xs" />
        )}
      </span>
    </span>
  );
}
