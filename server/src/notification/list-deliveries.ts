import { definitionOf } from '@kindpal/contract/notification/catalog';
import type { notification } from '@kindpal/contract/notification/contract';
import type { Delivery } from '@kindpal/contract/notification/schema';
import type { MemberCall } from '../access/call.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { recordView } from '../staff/record-view.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';

const SELECT = `SELECT notification.id, notification.type, notification.member_id, member.full_name,
    notification.mail_state AS state, notification.mail_reason AS reason, notification.created_at,
    notification.mailed_at
  FROM notifications notification JOIN users member ON member.id = notification.member_id`;

/** The delivery of notification emails, newest first; the rows shown are logged. [S3] [S4] */
export async function listDeliveries({
  input,
  context,
}: MemberCall<typeof notification.listDeliveries>) {
  const { state, cursor, limit } = input;
  const rows = await context.services.db.jsonRows<Omit<Delivery, 'label'>>(
    pageStatement({
      name: 'deliveries',
      select: SELECT,
      where: [
        // The state is a literal: the few failed ones have their own index.
        state
          ? { name: state, text: `notification.mail_state = '${state}'` }
          : { name: '', text: `notification.mail_state <> 'none'` },
      ],
      order: newest('notification.created_at', 'notification.id'),
      after: keyValues(decodeCursor(cursor)),
      limit: limit + 1,
    }),
  );
  const page = pageOf(rows, limit, (row) => row);
  const ids = [...new Set(page.items.map(({ member_id }) => member_id))];
  await recordView(context, { action: 'deliveries_read', target_type: 'user', ids });
  return {
    ...page,
    items: page.items.map((row) => ({ ...row, label: definitionOf(row.type).label })),
  };
}
