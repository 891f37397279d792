import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READ_ACTIONS } from '@kindpal/contract/staff/activity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCalls } from '../../transport/list-calls.ts';
import { createEndedClaim, createJob, createMember } from '../factories.ts';
import { listInputSchemas } from '../input-schemas.ts';
import { startTestKindpal, type TestKindpal } from '../test-kindpal.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { ask, routeOf } from './ask.ts';
import type { Rows } from './cases.ts';
import { type KeptRows, keepRows } from './kept-rows.ts';
import type { Member } from './people.ts';
import { type Scene, setScene } from './scene.ts';

const SOURCE = join(import.meta.dirname, '../..');
/** Reads by staff that reveal no member: not logged. */
const NOT_LOGGED: Record<string, string> = {
  'feedback.count': 'how many requests wait',
  'report.count': 'how many reports and appeals wait',
  'staff.getStats': 'figures of the community',
  'staff.getAnalytics': 'figures of the community',
  'staff.listActivityStaff': 'names of the staff, to filter by',
  'staff.getSystemHealth': 'how the instance runs',
  'staff.getDatabase': 'how large its tables are',
  'staff.getSettings': 'how it is set',
  'moderation.getPostReview': 'how it is set',
  'sso.listProviders': 'how it is set',
};

/** Changes whose own entry names the row that they answer with: not logged as a read as well. */
const NAMED: Record<string, string> = {
  'hearing.ask': 'the report, of which it answers the question',
  'moderation.decideAppeal': 'the decision that was appealed',
  'moderation.suspend': 'the decision about the member',
  'moderation.undo': 'the decision that is undone',
  'reading.ask': 'the report whose chat is asked for',
  'reading.decide': 'the request to read a chat',
  'waitlist.invite': 'the invited entry',
};

/** Calls for staff only. */
const guarded = globSync('*/router.ts', { cwd: SOURCE }).flatMap((file) =>
  [
    ...readFileSync(join(SOURCE, file), 'utf8').matchAll(
      /\b(?:staff|staffWhoMails|superAdmin)\.(\w+\.\w+)\./g,
    ),
  ].map(([, name = '']) => name),
);
const reads = listCalls().filter(({ name, method }) => method === 'GET' && guarded.includes(name));
const writes = listCalls().filter(({ name, method }) => method !== 'GET' && guarded.includes(name));
const files = globSync('*/*.matrix.ts', { cwd: SOURCE });
const cases: Rows = Object.assign(
  {},
  ...(await Promise.all(
    files.map(async (file) => ((await import(join(SOURCE, file))) as { rows: Rows }).rows),
  )),
);

let kindpal: TestKindpal;
let server: TestServer;
let scene: Scene;
let kept: KeptRows;
/** The changes that answered with a row. */
const answered = new Set<string>();
/** How many emails and jobs the answers to staff contained. */
let shows = 0;
beforeAll(async () => {
  kindpal = await startTestKindpal({ settings: { TRUST_PROXY: '1' } });
  server = await startTestServer(kindpal);
  scene = await setScene(kindpal.services);
  kept = await keepRows(kindpal);
});
afterAll(async () => {
  await kept.close();
  await server.close();
  await kindpal.stop();
});

/** How many entries one of the staff has, of these actions or of all. */
async function countEntries(
  who: 'admin' | 'super_admin' = 'super_admin',
  actions: readonly string[] | null = null,
): Promise<number> {
  const { rows } = await kindpal.services.db.pool.query<{ entries: number }>(
    `SELECT count(*)::int AS entries FROM admin_activity_logs
     WHERE admin_id = $1 AND ($2::text[] IS NULL OR action = ANY($2))`,
    [scene[who].id, actions],
  );
  return rows[0]?.entries ?? 0;
}

describe('what staff see of members', () => {
  it('is read by known calls', () => {
    expect(reads.length).toBeGreaterThan(Object.keys(NOT_LOGGED).length);
    const names = reads.map(({ name }) => name);
    expect(Object.keys(NOT_LOGGED).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(reads)(
    '$name is logged in the activity log, unless it reveals no member [S3]',
    async ({ name }) => {
      const before = await countEntries();
      for (const asked of cases[name] ?? []) {
        await ask(server, { route: name, asked, scene, who: 'super_admin' });
      }
      const isLogged = (await countEntries()) > before;
      expect([name, isLogged]).toEqual([name, !(name in NOT_LOGGED)]);
    },
  );

  it.each([...reads, ...writes])(
    '$name answers no email and no job of a member who could not read in their list that staff viewed it [R2]',
    async ({ name }) => {
      for (const asked of cases[name] ?? []) {
        // What the previous case changed would be missing.
        await kept.restore();
        const { secrets } = await ask(server, { route: name, asked, scene, who: 'super_admin' });
        const shown = secrets.flatMap((secret) =>
          secret === 'the description' ? 'owner' : (/^the (\w+)'s email$/.exec(secret)?.[1] ?? []),
        );
        const { rows } = await kindpal.services.db.pool.query<{ subject_id: string }>(
          'SELECT subject_id FROM data_views WHERE viewer_id = $1',
          [scene.super_admin.id],
        );
        const viewed = rows.map(({ subject_id }) => subject_id);
        const unseen = shown.filter((member) => !viewed.includes(scene[member as Member].id));
        expect([asked.about, unseen]).toEqual([asked.about, []]);
        shows += shown.length;
      }
    },
  );

  it.each(writes)(
    '$name logs that staff saw a row, if it answers with one that its own entry does not name [S3]',
    async ({ name }) => {
      for (const who of ['admin', 'super_admin'] as const) {
        for (const asked of cases[name] ?? []) {
          await kept.restore();
          const before = await countEntries(who, READ_ACTIONS);
          const { ok, text } = await ask(server, { route: name, asked, scene, who });
          if (!ok || !/\bid\b/.test(text)) continue;
          const isLogged = (await countEntries(who, READ_ACTIONS)) > before;
          const { about } = asked;
          expect({ who, about, isLogged }).toEqual({ who, about, isLogged: !(name in NAMED) });
          answered.add(name);
        }
      }
    },
  );

  it('includes rows in the answers of most changes, so that this can fail', () => {
    expect([...answered]).toEqual(expect.arrayContaining(Object.keys(NAMED)));
    expect(answered.size).toBeGreaterThan(writes.length / 2);
  });

  it('includes emails and jobs in some answers, so that this can fail', () => {
    expect(shows).toBeGreaterThan(10);
  });
});

/** The two rows with the searched word, for each list that staff search. */
const SEARCHED: Record<string, string> = {
  'staff.listUsers': "SELECT id FROM users WHERE last_name = 'Oracle'",
  'staff.listProfiles': "SELECT id FROM users WHERE last_name = 'Oracle'",
  'staff.listJobs': "SELECT id FROM jobs WHERE title = 'Oracle'",
  'feedback.list': "SELECT id FROM feedback WHERE message = 'Ask the Oracle'",
  'review.listForStaff': "SELECT id FROM reviews WHERE text = 'Oracle'",
};

describe('a search by staff', () => {
  beforeAll(async () => {
    const { db } = kindpal.services;
    for (const _ of [1, 2]) {
      await createMember(db, { last_name: 'Oracle', bio: 'I walk dogs' });
      await createJob(db, { title: 'Oracle' });
      const { claim_id, owner, sitter } = await createEndedClaim(db);
      await db.pool.query(
        `INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, rating, text,
           would_repeat, publish_at)
         VALUES ($1, 'owner', $2, $3, 'completed', 5, 'Oracle', true, now())`,
        [claim_id, owner.id, sitter.id],
      );
    }
    await db.pool.query(
      "INSERT INTO feedback (message) VALUES ('Ask the Oracle'), ('Ask the Oracle')",
    );
  });

  it('is one of these lists', () => {
    const places = listInputSchemas().map(({ place }) => place);
    const searched = reads.filter(({ name }) => places.includes(`${name}.search`));
    expect(Object.keys(SEARCHED).sort()).toEqual(searched.map(({ name }) => name).sort());
  });

  it.each(Object.entries(SEARCHED))(
    'of %s logs the row that its cursor reveals, and reveals no other [S3] [S6]',
    async (name, found) => {
      const { pool } = kindpal.services.db;
      const { rows } = await pool.query<{ id: string }>(found);
      expect(rows).toHaveLength(2);
      const logOf = async (search: string) => {
        const path = `${routeOf(name).path}?limit=1${search}`;
        const response = await server.fetch(path, { as: scene.super_admin });
        expect(await response.json()).toMatchObject({
          items: [{}],
          next_cursor: expect.any(String),
        });
        const { rows: log } = await pool.query<{ ids: string[] }>(
          `SELECT details->'ids' AS ids FROM admin_activity_logs WHERE admin_id = $1
           ORDER BY created_at DESC LIMIT 1`,
          [scene.super_admin.id],
        );
        return log[0]?.ids.sort();
      };
      expect(await logOf('&search=oracle')).toEqual(rows.map(({ id }) => id).sort());
      expect(await logOf('')).toHaveLength(1);
    },
  );
});
