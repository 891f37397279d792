import type { NewsletterReader, newsletter } from '@kindpal/contract/newsletter/contract';
import type { MemberCall } from '../access/call.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { recordView } from '../staff/activity/record-view.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';

/** Newsletter subscribers, newest first; viewing them is logged. [P6] */
export async function listNewsletter({ input, context }: MemberCall<typeof newsletter.list>) {
  const { services } = context;
  const after = decodeCursor(input.cursor);
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
  const page = pageOf(rows, input.limit, (row) => row);
  const ids = page.items.map(({ id }) => id);
  await recordView(context, {
    action: 'newsletter_read',
    target_type: 'newsletter_subscription',
    ids,
  });
  return page;
}
