import { typesOf } from '@kindpal/contract/notification/catalog';
import type { notification } from '@kindpal/contract/notification/contract';
import type { NotificationGroup } from '@kindpal/contract/notification/groups';
import { UNREAD_COUNTED } from '@kindpal/contract/notification/schema';
import type { MemberCall } from '../../access/call.ts';
import type { MemberContext } from '../../access/context.ts';
import { type Condition, newest, pageStatement } from '../../db/page-statement.ts';
import { decodeCursor, keyValues, pageOf } from '../../transport/cursor.ts';
import { type NotificationRow, presentNotification } from '../present.ts';
import { TEXT_COLUMNS, TEXT_SOURCES } from '../queries.ts';

/**
 * The caller's notifications, newest first. Unread and read ones have an index each: a page of both
 * is read, and cut to one before anything is joined to it.
 */
export async function listNotifications({ input, context }: MemberCall<typeof notification.list>) {
  const { services, actor } = context;
  const after = keyValues(decodeCursor(input.cursor));
  const page = (isRead: string) =>
    pageStatement({
      name: input.unread ? 'notifications-unread' : 'notifications',
      select: 'SELECT * FROM notifications',
      given: [actor.id],
      where: [
        // A range of one value, as in `messagesStatement`, so that their own index is read in its
        // order.
        { name: '', text: `member_id >= $1 AND member_id <= $1 AND in_bell AND read_at ${isRead}` },
        input.group && ofGroup(input.group),
      ],
      order: [['member_id', 'uuid'], ...newest()],
      after: after && [actor.id, ...after],
      limit: input.limit + 1,
    });
  const unread = page('IS NULL');
  const pages = input.unread
    ? unread.text
    : `(${unread.text}) UNION ALL (${page('IS NOT NULL').text})`;
  const inOrder = (of: string) => `ORDER BY ${of}created_at DESC, ${of}id DESC`;
  const rows = await services.db.shortRead<NotificationRow>({
    ...unread,
    text: `SELECT ${TEXT_COLUMNS}
      FROM (SELECT * FROM (${pages}) pages ${inOrder('')} LIMIT ${input.limit + 1}) notification
      ${TEXT_SOURCES} ${inOrder('notification.')}`,
  });
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  return { items: items.map(presentNotification), next_cursor };
}

/** The types are literals: without them, a generic plan reads hundreds of pages for a rare one. */
function ofGroup(group: NotificationGroup): Condition {
  const types = typesOf(group).map((type) => `'${type}'`);
  return { name: group, text: `type IN (${types.join(', ')})` };
}

/** The number of the caller's unread notifications, at most a hundred. */
export async function countUnreadNotifications({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const [counted] = await services.db.shortRead<{ unread: number; mailbox_refuses: boolean }>({
    name: 'notifications-unread',
    text: `SELECT count(*)::int AS unread, EXISTS (SELECT FROM notification_settings
         WHERE member_id = $1 AND bouncing_since IS NOT NULL) AS mailbox_refuses
     FROM (
       SELECT FROM notifications WHERE member_id = $1 AND in_bell AND read_at IS NULL
       LIMIT ${UNREAD_COUNTED}) few`,
    values: [actor.id],
  });
  return { unread: counted?.unread ?? 0, mailbox_refuses: counted?.mailbox_refuses ?? false };
}
