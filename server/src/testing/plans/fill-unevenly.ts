import { Client } from 'pg';
import { seedBulk } from '../../seed/bulk/seed-bulk.ts';
import { runOn } from '../database.ts';
import type { TestKindpal } from '../test-kindpal.ts';

const JOBS = 20_000;

/**
 * Fills an empty test database with 1,000 members, 20,000 jobs, their short chats, and as many
 * short conversations, and analyzes them like autovacuum; takes some seconds. Tests add uneven
 * data, such as one thread of 100,000 messages, with `asSeed` and `takeStock`.
 */
export async function fillUnevenly({ ownerUrl }: Pick<TestKindpal, 'ownerUrl'>): Promise<void> {
  await seedBulk(ownerUrl, { jobs: JOBS });
  await asSeed(ownerUrl, CONVERSATIONS);
  await takeStock(ownerUrl);
}

/** Between each member and the twenty after them, with two to nine messages. */
const CONVERSATIONS = `
  WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users),
  opened AS (
    INSERT INTO conversations (participant_1, participant_2, accepted_at)
    SELECT one.id, other.id, now() FROM numbered one JOIN numbered other ON other.n - one.n BETWEEN 1 AND 20
    ON CONFLICT DO NOTHING RETURNING id, participant_1, participant_2)
  INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
  SELECT id, CASE n % 2 WHEN 0 THEN participant_1 ELSE participant_2 END, gen_random_uuid(),
    'We went round the pond, and nobody wanted to go home. ' || n
  FROM opened, generate_series(1, 2 + (hashtext(opened.id::text) & 7)) n ORDER BY n`;

/** Writes without triggers, as seeds do. */
export async function asSeed(ownerUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Updates the planner's statistics and the visibility map, which then stay: after a minute, in the
 * middle of a test on a slow machine, autovacuum would replace them by those of what the test
 * wrote.
 */
export async function takeStock(ownerUrl: string): Promise<void> {
  await runOn(ownerUrl, KEEP_STOCK);
  await runOn(ownerUrl, 'VACUUM ANALYZE');
}

const KEEP_STOCK = `DO $$ DECLARE of_all record; BEGIN
  FOR of_all IN SELECT oid::regclass AS name FROM pg_class
    WHERE relkind = 'r' AND relowner = current_user::regrole LOOP
    EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', of_all.name);
  END LOOP;
END $$`;
