import { REVIEWED_POSTS_MAX } from '@kindpal/contract/moderation/schema';
import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core';

/** What the community decided for itself while it runs; one row. */
export const communitySettings = pgTable(
  'community_settings',
  {
    id: boolean().primaryKey().default(true),
    /** Staff look at so many jobs of each new member before others see them; 0 for none. */
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
