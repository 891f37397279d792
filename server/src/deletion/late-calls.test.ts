import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { eraseDueMembers } from './erase-due-members.ts';

let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const query = (text: string, values: unknown[]) => kindpal.services.db.pool.query(text, values);

async function erase({ id }: TestMember): Promise<void> {
  await query(
    `INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
     VALUES ($1, now() - interval '15 days', now() - interval '1 day')`,
    [id],
  );
  await eraseDueMembers(kindpal.services);
}

const signOut = ({ session_id }: TestMember) =>
  query('DELETE FROM auth.session WHERE id = $1', [session_id]);

/** Makes a request, and does something after its guard has read the session. */
async function during(
  meanwhile: () => Promise<unknown>,
  request: () => Promise<Response>,
): Promise<Response> {
  const { db } = kindpal.services;
  const { shortRead } = db;
  db.shortRead = async (statement) => {
    const rows = await shortRead(statement);
    if (statement.name?.startsWith('actor-by-')) {
      db.shortRead = shortRead;
      await meanwhile();
    }
    return rows as never;
  };
  try {
    return await request();
  } finally {
    db.shortRead = shortRead;
  }
}

/** Everything in the database that contains these words, or belongs to this member. */
async function tablesWith(mark: string): Promise<string[]> {
  const tables = await kindpal.asOwner<string>(
    `SELECT format('%I.%I', nspname, relname) FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE relkind = 'r' AND nspname IN ('public', 'auth') AND relname <> 'change_events'`,
  );
  const found: string[] = [];
  for (const name of tables) {
    const like = `SELECT 1 FROM ${name} t WHERE t::text ILIKE '%${mark}%' LIMIT 1`;
    if ((await kindpal.asOwner(like)).length > 0) found.push(name);
  }
  return found.sort();
}

const MARK = 'zebulon';
const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
const endpoint = () => `https://push.example.org/${randomUUID()}`;

/** Calls that store something of their member's. */
const CALLS: [method: string, path: string, body: Record<string, unknown>][] = [
  ['PATCH', '/rest/v1/users/{id}', { bio: `${MARK} walks dogs` }],
  ['POST', '/rest/v1/pet_profiles', { name: MARK, breed: 'Beagle' }],
  ['POST', '/rest/v1/feedback', { message: `${MARK} cannot sign in` }],
  ['POST', '/rest/v1/invite_requests', { message: `${MARK}’s sister waits` }],
];

/**
 * Their calls check in the same statement or under a lock that the member is not suspended, or only
 * staff and the product's own tasks write them. `users` has a constraint of its own, and a
 * conversation without messages says nothing.
 */
const LOCKED = [
  'acquaintances',
  'chat_readings',
  'conversation_messages',
  'conversations',
  'data_views',
  'deliveries',
  'hearings',
  'job_claims',
  'job_events',
  'job_offers',
  'jobs',
  'messages',
  'moderation_decisions',
  'notifications',
  'ratings',
  'reliability',
  'reports',
  'reviews',
  'user_roles',
  'users',
  'waitlist_entries',
];

describe('a call that began before its member was deleted', () => {
  it.each(CALLS)('stores nothing of theirs: %s %s [X1]', async (method, path, body) => {
    const member = await createMember(kindpal.services.db);
    const response = await during(
      () => erase(member),
      () =>
        server.fetch(path.replace('{id}', member.id), {
          method,
          as: member,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    );
    expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(response.status).toBe(401);
    expect(await tablesWith(MARK)).toEqual([]);
  });

  it('keeps no picture [X1] [X5]', async () => {
    const member = await createMember(kindpal.services.db);
    const background = '#c84';
    const body = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
    const path = '/storage/v1/object/profile-images/pet-images';
    const response = await during(
      () => erase(member),
      () => server.fetch(path, { method: 'POST', as: member, body: new Uint8Array(body) }),
    );
    expect(response.status).toBe(401);
    const kept = await query('SELECT FROM files WHERE owner_id = $1', [member.id]);
    expect(kept.rowCount).toBe(0);
  });

  it('is refused by every table with rows of a member, or by the lock that its call takes [X1]', async () => {
    const tables = await kindpal.asOwner<string>(
      `SELECT DISTINCT conrelid::regclass::text FROM pg_constraint key
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace
         AND confrelid IN ('users'::regclass, 'auth.user'::regclass)
         AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = conrelid
           AND tgfoid = 'require_present_member'::regproc)
       ORDER BY 1`,
    );
    expect(
      tables,
      'Give each the trigger require_present_member in a migration, or list it in LOCKED.',
    ).toEqual(LOCKED);
  });
});

describe('a call whose session ends while it is running', () => {
  it.each([
    ['/rest/v1/push_subscriptions', { endpoint: endpoint(), keys }],
    ['/auth/v1/passkeys/confirmation/options', {}],
  ])('is refused like any later call: %s [U6]', async (path, body) => {
    const member = await createMember(kindpal.services.db);
    const response = await during(
      () => signOut(member),
      () =>
        server.fetch(path, {
          method: 'POST',
          as: member,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    );
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
  });
});
