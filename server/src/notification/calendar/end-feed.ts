import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { notificationSettings } from '../../db/schema/notification.ts';

/**
 * Ends a member's calendar feed, whose address an intruder may have copied: it shows when the
 * member is away. Returns whether there was one. [U6]
 */
export async function endFeed(tx: Queries, memberId: string): Promise<boolean> {
  const ended = await tx
    .update(notificationSettings)
    .set({ calendar_id: null })
    .where(
      and(
        eq(notificationSettings.member_id, memberId),
        isNotNull(notificationSettings.calendar_id),
      ),
    )
    .returning({ member_id: notificationSettings.member_id });
  return ended.length > 0;
}
