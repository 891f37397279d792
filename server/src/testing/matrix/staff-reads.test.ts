import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCalls } from '../../transport/list-calls.ts';
import { startTestKindpal, type TestKindpal } from '../test-kindpal.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { ask } from './ask.ts';
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

async function countEntries(): Promise<number> {
  const { rows } = await kindpal.services.db.pool.query<{ entries: number }>(
    'SELECT count(*)::int AS entries FROM admin_activity_logs WHERE admin_id = $1',
    [scene.super_admin.id],
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

  it('includes emails and jobs in some answers, so that this can fail', () => {
    expect(shows).toBeGreaterThan(10);
  });
});
