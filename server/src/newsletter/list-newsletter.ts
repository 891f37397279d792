import type { newsletter } from '@kindpal/contract/newsletter/contract';
import type { MemberCall } from '../access/call.ts';
import { recordActivity } from '../staff/record-activity.ts';
import { decodeCursor, pageOf } from '../wire/cursor.ts';

type Row = {
  id: string;
  email: string;
  created_at: string;
  confirmed_at: string | null;
  unsubscribed_at: string | null;
};

/** Who asked for the newsletter, newest first; that staff looked is logged. [P6] */
export async function listNewsletter({ input, context }: MemberCall<typeof newsletter.list>) {
  const { services, actor } = context;
  const after = decodeCursor(input.cursor);
  await recordActivity(services.db.drizzle, {
    admin_id: actor.id,
    action: 'newsletter_read',
    target_type: 'newsletter_subscription',
  });
  const [found] = await services.db.prepared<{ rows: Row[] | null }>(
    'newsletter-list',
    `SELECT json_agg(rows) AS rows FROM (
       SELECT id, email, created_at, confirmed_at, unsubscribed_at FROM newsletter_subscriptions
       WHERE $1::timestamptz IS NULL OR (created_at, id) < ($1, $2::uuid)
       ORDER BY created_at DESC, id DESC LIMIT $3) rows`,
    [after?.created_at ?? null, after?.id ?? null, input.limit + 1],
  );
  return pageOf(found?.rows ?? [], input.limit, (row) => row);
}
