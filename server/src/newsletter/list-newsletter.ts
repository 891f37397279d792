import type { NewsletterReader, newsletter } from '@kindpal/contract/newsletter/contract';
import type { MemberCall } from '../access/call.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { recordActivity } from '../staff/record-activity.ts';
import { decodeCursor, keyValues, pageOf } from '../wire/cursor.ts';

/** Who asked for the newsletter, newest first; that staff looked is logged. [P6] */
export async function listNewsletter({ input, context }: MemberCall<typeof newsletter.list>) {
  const { services, actor } = context;
  const after = decodeCursor(input.cursor);
  await recordActivity(services.db.drizzle, {
    admin_id: actor.id,
    action: 'newsletter_read',
    target_type: 'newsletter_subscription',
  });
  const rows = await services.db.jsonRows<NewsletterReader>(
    pageStatement({
      name: 'newsletter',
      select: `SELECT id, email, created_at, confirmed_at, unsubscribed_at
        FROM newsletter_subscriptions`,
      order: newest(),
      after: keyValues(after),
      limit: input.limit + 1,
    }),
  );
  return pageOf(rows, input.limit, (row) => row);
}
