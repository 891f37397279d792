import { type LiveTable, liveTables } from '@kindpal/contract/live/tables';
import { is } from 'drizzle-orm';
import { getTableConfig, PgJsonb, PgText } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEmptyTables, listTables } from './list-tables.ts';
import { type Scene, setScene } from './matrix/scene.ts';
import { secretsIn } from './matrix/secrets.ts';
import { startTestKindpal, type TestKindpal } from './test-kindpal.ts';

let kindpal: TestKindpal;
let scene: Scene;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  scene = await setScene(kindpal.services);
});
afterAll(() => kindpal.stop());

/** Tables that only reads, or people's own calls in the matrix, fill. */
const EMPTY = [
  'busy_calendars',
  'busy_times',
  'conversation_reads',
  'data_views',
  'staff_views',
  'thread_reads',
];

it('everybody in the matrix requests a row of every other table, so that a leak is noticed [S6]', async () => {
  expect(
    await listEmptyTables(kindpal.services.db),
    'Add a row of each in fillScene of <feature>.samples.ts, and its private texts to secrets there.',
  ).toEqual(EMPTY);
});

/** Columns of texts without a secret, by table. */
const NO_SECRETS = {
  // Everybody who may see the row may read these.
  feedback: 'page_url',
  files: 'path',
  jobs: 'location pet_breed pet_image_path pet_image_url pet_name time_zone title',
  notifications: 'event_key job_title',
  pet_profiles: 'breed name profile_image_path profile_image_url',
  reports: 'picture_path',
  reviews: 'facts reply',
  users: `bio first_name full_name last_name location profile_image_path profile_image_url record_note
    social_links username`,
  // These are settings, and words of the product.
  admin_activity_logs: 'action details target_type',
  change_events: 'table_name',
  deliveries: 'type',
  gazetteer: 'version',
  guideline_consents: 'version',
  notification_settings: 'email_types quiet_from quiet_to time_zone',
  place_names: 'name',
  places: 'area_keys country label name region',
  // These are encrypted, or keys that no text of a scene can name.
  home_access: 'changed_at key_id sealed',
  job_access: 'key_id sealed',
  push_keys: 'private_key public_key',
  push_subscriptions: 'p256dh',
};

it('each text of these rows is one of the secrets that the matrix looks for [S6]', async () => {
  const others: Record<string, string[]> = {};
  for (const { table, column } of await listTexts()) {
    const { rows } = await kindpal.services.db.pool.query<{ text: string | null }>(
      `SELECT to_json("${column}")::text AS text FROM "${table}"`,
    );
    const isSecret = rows.some(
      ({ text }) => text !== null && secretsIn(text, { scene, who: 'visitor' }).length > 0,
    );
    if (!isSecret && !EMPTY.includes(table)) others[table] = [...(others[table] ?? []), column];
  }
  const expected = Object.entries(NO_SECRETS).map(([table, columns]) => [
    table,
    columns.split(/\s+/),
  ]);
  expect(
    others,
    'Fill each in fillScene of <feature>.samples.ts, with words that secrets there names. If everybody who sees the row may read it, add it to NO_SECRETS in this file.',
  ).toEqual(Object.fromEntries(expected));
});

it('everybody, visitors too, gets events of jobs, and of no other table [X4] [S6]', async () => {
  const { pool } = kindpal.services.db;
  // Only reads fill this one.
  await pool.query(
    `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period)
     SELECT min(id::text)::uuid, max(id::text)::uuid, 'owner', 'email', now() FROM users`,
  );
  const { rows } = await pool.query<{ name: LiveTable; is_public: boolean }>(
    `SELECT table_name AS name, bool_or(audience IS NULL AND NOT to_staff) AS is_public
     FROM change_events GROUP BY 1 ORDER BY 1`,
  );
  expect(
    rows.filter(({ is_public }) => is_public).map(({ name }) => name),
    'A trigger must name an audience, unless visitors may see each of these rows.',
  ).toEqual(['jobs']);
  const unheard = liveTables().filter((table) => !rows.some(({ name }) => name === table));
  // Only the end of a session is told, to its member: live/stream.test.ts.
  expect(unheard, 'fillScene of <feature>.samples.ts has to add a row of each.').toEqual([
    'sessions',
  ]);
});

/** The columns of public tables for any text, which have no list of values. */
async function listTexts(): Promise<{ table: string; column: string }[]> {
  const tables = (await listTables()).map((table) => getTableConfig(table));
  return tables
    .filter(({ schema }) => schema === undefined)
    .flatMap(({ name, columns }) =>
      columns
        .filter(
          (column) => (is(column, PgText) && !column.enumValues?.length) || is(column, PgJsonb),
        )
        .map((column) => ({ table: name, column: column.name })),
    )
    .sort((one, other) => one.column.localeCompare(other.column));
}
