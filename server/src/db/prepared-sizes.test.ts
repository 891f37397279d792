import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClaim, createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { listCalls } from '../transport/list-calls.ts';

let kindpal: TestKindpal;
let server: TestServer;
const names = new Set<string>();
beforeAll(async () => {
  kindpal = await startTestKindpal({ settings: { LIMIT_SCALE: '1000' } });
  server = await startTestServer(kindpal);
  const { db } = kindpal.services;
  for (const sender of [db.pool, db.pipelines] as { query: (...given: unknown[]) => unknown }[]) {
    const query = sender.query.bind(sender);
    sender.query = (...given) => {
      const { name } = (given[0] ?? {}) as { name?: string };
      // Others, such as the live hub's, run whenever they are due.
      if (name && /-\d+/.test(name)) names.add(name);
      return query(...given);
    };
  }
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

/** Reads a page of every list, in these sizes. */
async function readLists(as: TestMember | null, of: Record<string, string>, sizes: number[]) {
  let answered = 0;
  for (const { path } of listCalls().filter(({ method }) => method === 'GET')) {
    for (const limit of sizes) {
      const query = new URLSearchParams({ limit: String(limit) });
      const known = {
        '/rest/v1/messages': ['job_id'],
        '/rest/v1/conversation_messages': ['member_id'],
      };
      for (const name of known[path as keyof typeof known] ?? []) query.set(name, of[name] ?? '');
      if (path === '/rest/v1/rpc/my_jobs') query.set('as', 'owner');
      if (path === '/rest/v1/reviews') query.set('reviewee_id', of.member_id ?? '');
      const response = await server.fetch(`${path}?${query}`, { as });
      if (response.ok) answered += 1;
    }
  }
  return answered;
}

test.each(['a visitor', 'a member', 'a super admin'] as const)(
  'however many sizes of pages %s asks for, the database prepares no statement for them [S6]',
  async (who) => {
    const { db } = kindpal.services;
    const sitter = await createMember(db, { role: 'pet_sitter' });
    const owner = await createMember(
      db,
      who === 'a super admin' ? { app_role: 'super_admin' } : {},
    );
    const { job } = await createClaim(db, { sitter_id: sitter.id });
    const of = { job_id: job.id, member_id: sitter.id };
    const as = who === 'a visitor' ? null : owner;
    await readLists(as, of, [1, 20, 50]);
    const usual = new Set(names);
    const answered = await readLists(as, of, [3, 7, 11, 13, 17, 19]);
    expect(answered).toBeGreaterThan(who === 'a visitor' ? 10 : 50);
    expect([...names].filter((name) => !usual.has(name))).toEqual([]);
  },
);
