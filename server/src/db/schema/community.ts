import { REVIEWED_POSTS_MAX } from '@kindpal/contract/moderation/schema';
import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core';

/** Community settings that can change while the instance runs; one row. */
export const communitySettings = pgTable(
  'community_settings',
  {
    id: boolean().primaryKey().default(true),
    /** How many first jobs of each new member staff review before others see them; 0 for none. */
    reviewed_posts: integer().notNull().default(0),
  },
  (table) => [
    check('community_settings_one', sql`${table.id}`),
    check(
      'community_settings_reviewed',
      sql.raw(`"community_settings"."reviewed_posts" between 0 and ${REVIEWED_POSTS_MAX}`),
    ),
  ],
);
