import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeInviteCode } from '../invite/generate-invite.ts';
import { mayHear } from '../live/open-streams.ts';
import type { TestMember } from '../testing/factories.ts';
import { ask, requestOf, routeOf } from '../testing/matrix/ask.ts';
import type { Rows } from '../testing/matrix/cases.ts';
import type { Member } from '../testing/matrix/people.ts';
import { type Scene, setScene } from '../testing/matrix/scene.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A product with its own scene, and the statements sent since the last check. */
type World = { kindpal: TestKindpal; server: TestServer; scene: Scene; asked: string[] };
const SOURCE = join(import.meta.dirname, '..');
/** Calls between members; the others are about oneself or for staff. */
const FEATURES = [
  'block',
  'chat',
  'claim',
  'favorite',
  'hearing',
  'identity',
  'invite',
  'job',
  'member',
  'offer',
  'privacy',
  'reading',
  'report',
  'review',
  'vault',
];
/** The only allowed difference: a reviewed member can report the review even while blocked. */
const ON_PURPOSE = ['report.send, the published review'];
/**
 * Answers that intentionally change for a sitter when the owner of a job that they hold blocks them
 * (decision 41): threads that do not belong to that job close, and the owner's open jobs, with all
 * their data, are not found.
 */
const CLOSED_TO_HOLDER = [
  'chat.getThread, of owner and claimant',
  'chat.listConversations, that of owner and claimant',
  'chat.listConversations, their own',
  'chat.listDirectMessages, of owner and claimant',
  'chat.listDirectMessages, with the owner',
  'chat.listJobMessages, a completed job',
  'chat.listJobMessages, an open job',
  'chat.listThreads, their own',
  'job.get, a job with requirements',
  'job.get, an open job',
  'job.getPetCare, an open job',
  'job.list, a search for the description',
  'job.list, all open jobs',
  'job.list, dog walks that pay',
  'job.list, the jobs of the owner',
  'job.list, those nearest to a town',
  'job.list, those that pay best',
  'job.list, those that start soonest',
  'job.list, those until a day',
  'job.listEvents, an open job',
  'job.listOwners, who has open jobs',
  'job.listRequirements, open, held, canceled and unknown jobs, and one that is offered first',
  'vault.getJobAccess, of an open one',
];
/** The same for an owner whose sitter blocked them; that sitter posts no jobs. */
const CLOSED_TO_OWNER = [
  'chat.getThread, of owner and claimant',
  'chat.listConversations, that of owner and claimant',
  'chat.listConversations, their own',
  'chat.listDirectMessages, of owner and claimant',
  'chat.listDirectMessages, with the claimant',
  'chat.listJobMessages, a completed job',
  'chat.listThreads, their own',
  // The agenda includes unread threads.
  'job.getAgenda, their own jobs and threads',
  'member.list, a search for a name',
  'member.list, all by rating',
  'member.list, all who sit',
  'member.list, their favorites',
  'member.list, those near a place who are free on a day',
  'member.list, those who walk dogs',
];
/** Parts of answers that differ between any two requests. */
const OF_THE_MOMENT = /"expires_at":\d+|DTSTAMP:\w+|token=[\w.%-]+/g;
/** The blocker's own list, and what only the owner's secret link opens. */
const KNOWN_TO_ONE = /^block\.|the owner's calendar/;
/** Reads that show a member the others with a shared history. */
const SHARED = ['favorite.list', 'invite.getTree', 'privacy.listViews', 'reading.listMine'];
const worlds: World[] = [];

async function openWorld(): Promise<World> {
  const kindpal = await startTestKindpal({ settings: { TRUST_PROXY: '1' } });
  const scene = await setScene(kindpal.services);
  const server = await startTestServer(kindpal);
  const world = { kindpal, server, scene, asked: watchQuestions(kindpal) };
  worlds.push(world);
  return world;
}

async function closeWorlds(done: World[]): Promise<void> {
  for (const { kindpal, server } of done) {
    await server.close();
    await kindpal.stop();
  }
}

beforeAll(async () => {
  await openWorld();
  await openWorld();
});
// PostgreSQL has connections for some of these at a time; tests share the first two.
afterEach(() => closeWorlds(worlds.splice(2)));
afterAll(() => closeWorlds(worlds));

/** Records the beginning of each statement that the product sends. */
function watchQuestions({ services: { db } }: TestKindpal): string[] {
  const asked: string[] = [];
  for (const sender of [db.pool, db.pipelines]) {
    const query = sender.query.bind(sender) as (...given: unknown[]) => unknown;
    sender.query = ((...given: unknown[]) => {
      const { name, text } = given[0] as { name?: string; text?: string };
      const question = name ?? (text ?? String(given[0])).slice(0, 60);
      // Streams send statements at their own times.
      if (!/^live-|pg_notify/.test(question)) asked.push(question);
      return query(...given);
    }) as never;
  }
  return asked;
}

type Told = { text: string; asked: string };

/**
 * Somebody's responses to all calls of the matrix, one after the other, and the statements they
 * took.
 */
async function askEverything(world: World, who: Member): Promise<Map<string, Told>> {
  const { server, scene } = world;
  const answers = new Map<string, Told>();
  for (const file of globSync('*/*.matrix.ts', { cwd: SOURCE }).sort()) {
    if (!FEATURES.includes(basename(file, '.matrix.ts'))) continue;
    const { rows } = (await import(join(SOURCE, file))) as { rows: Rows };
    for (const [route, cases] of Object.entries(rows)) {
      if (route.includes(' ')) continue;
      for (const asked of cases) {
        if (ON_PURPOSE.includes(`${route}, ${asked.about}`)) continue;
        world.asked.length = 0;
        const { text } = await ask(server, { route, asked, scene, who });
        answers.set(`${route}, ${asked.about}`, { text, asked: world.asked.sort().join(', ') });
      }
    }
  }
  return answers;
}

it.each(['sitter', 'stranger'] as const)(
  'for the %s, a member with a block between them is like one who never existed, in every answer and its statements [S6]',
  async (who) => {
    const [blocked, gone] = worlds as [World, World];
    const { scene, kindpal } = blocked;
    // The sitter is blocked; the stranger is the blocker.
    const [one, other] = who === 'sitter' ? [scene.owner, scene[who]] : [scene[who], scene.owner];
    await kindpal.services.db.pool.query(
      'INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2)',
      [one.id, other.id],
    );
    await gone.kindpal.asOwner(`DELETE FROM auth."user" WHERE id = '${gone.scene.owner.id}'`);
    const [here, there] = [await askEverything(blocked, who), await askEverything(gone, who)];
    for (const [asked, answer] of here) {
      // Only the blocker's own list shows the block.
      if (who === 'stranger' && asked.startsWith('block.')) continue;
      const gone = there.get(asked);
      expect(`${asked}: ${answer.text}`).toBe(`${asked}: ${gone?.text}`);
      // The same statements, so that the time reveals no more than the text.
      expect(`${asked}: ${answer.asked}`).toBe(`${asked}: ${gone?.asked}`);
    }
  },
  120_000,
);

/** What the streams of the claimant receive while somebody does something, without ids. */
async function eventsDuring({ kindpal, scene }: World, act: () => Promise<unknown>) {
  const { pool } = kindpal.services.db;
  const { rows: heads } = await pool.query('SELECT max(id) AS id FROM change_events');
  await act();
  const { rows } = await pool.query('SELECT * FROM change_events WHERE id > $1 ORDER BY id', [
    heads[0].id,
  ]);
  const who = { memberId: scene.claimant.id, isStaff: false };
  return rows.filter((event) => mayHear(event, who)).map(({ table_name, op }) => [table_name, op]);
}

it('a sitter who holds a job of an owner that blocks them gets the same answers as if the owner had only removed the home access [S6]', async () => {
  const [blocked, plain] = [await openWorld(), await openWorld()];
  const as = ({ kindpal, scene }: World) => kindpal.callerFor(scene.owner);
  const received = await eventsDuring(blocked, () =>
    as(blocked).block.create({ member_id: blocked.scene.claimant.id }),
  );
  const { rows } = await plain.kindpal.services.db.pool.query(
    `SELECT access.job_id FROM job_access access JOIN jobs job ON job.id = access.job_id
     JOIN job_claims claim ON claim.job_id = job.id AND claim.ended_at IS NULL
     WHERE job.owner_id = $1 AND claim.sitter_id = $2`,
    [plain.scene.owner.id, plain.scene.claimant.id],
  );
  expect(rows.length).toBeGreaterThan(0);
  const expected = await eventsDuring(plain, async () => {
    for (const { job_id } of rows) await as(plain).vault.detach({ job_id });
  });
  expect(received.filter(([table]) => table === 'job_access')).toEqual(expected);
  const [here, there] = [
    await askEverything(blocked, 'claimant'),
    await askEverything(plain, 'claimant'),
  ];
  const differs = [...here].filter(([asked, { text }]) => text !== there.get(asked)?.text);
  expect(differs).toEqual([]);
}, 120_000);

/** The complete answers to all reading requests of the matrix, for one member. */
async function readEverything({ server, scene }: World, who: Member): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const file of globSync('*/*.matrix.ts', { cwd: SOURCE }).sort()) {
    const { rows } = (await import(join(SOURCE, file))) as { rows: Rows };
    for (const [route, cases] of Object.entries(rows)) {
      if (routeOf(route).method !== 'GET' || /^GET \/(realtime|dev)/.test(route)) continue;
      for (const asked of cases) {
        const { path, ...init } = requestOf(route, asked, { scene, who });
        const response = await server.fetch(path, { ...init, as: scene[who], redirect: 'manual' });
        read.set(
          `${route}, ${asked.about}`,
          `${response.status} ${(await response.text()).replace(OF_THE_MOMENT, '')}`,
        );
      }
    }
  }
  return read;
}

/** Makes the second member the inviter, the invitee and the favorite of the first. */
async function keepTies({ kindpal }: World, one: TestMember, other: TestMember): Promise<void> {
  const { pool } = kindpal.services.db;
  const both = [one.id, other.id];
  await pool.query('INSERT INTO member_favorites (member_id, favorite_id) VALUES ($1, $2)', both);
  for (const [by, of] of [both, both.toReversed()]) {
    await pool.query('DELETE FROM invites WHERE used_by = $1', [of]);
    await pool.query(
      `INSERT INTO invites (code, created_by, used_by, used_at, is_active, kind)
       VALUES ($1, $2, $3, now(), false, 'granted')`,
      [makeInviteCode(), by, of],
    );
  }
}

it.each([
  ['claimant', 'owner', CLOSED_TO_HOLDER],
  ['owner', 'claimant', CLOSED_TO_OWNER],
] as const)(
  'while a job runs between them, the %s gets literally the same answers before and after the %s blocks them [S6]',
  async (who, blocker, closed) => {
    const world = await openWorld();
    const { kindpal, scene } = world;
    // A block also removes home access from the job; the test above covers that change.
    await kindpal.services.db.pool.query('DELETE FROM job_access');
    await keepTies(world, scene[who], scene[blocker]);
    const before = await readEverything(world, who);
    await kindpal.callerFor(scene[blocker]).block.create({ member_id: scene[who].id });
    const after = await readEverything(world, who);
    const differs = [...before].filter(([asked, text]) => text !== after.get(asked));
    const unexpected = differs.filter(([asked]) => !closed.includes(asked));
    expect(unexpected.map(([asked, text]) => [asked, text, after.get(asked)])).toEqual([]);
    expect(differs.map(([asked]) => asked).sort()).toEqual(closed);
    // Also what they can do with a profile that they see.
    const { favorite } = kindpal.callerFor(scene[who]);
    expect(await favorite.create({ member_id: scene[blocker].id })).toBeUndefined();
  },
  120_000,
);

/**
 * Lets staff read the conversation of the two after a report, and has each of them see data of the
 * other. The scene has reviews of both.
 */
async function shareHistory({ kindpal, scene }: World, one: TestMember, other: TestMember) {
  const { pool } = kindpal.services.db;
  await pool.query(
    `INSERT INTO chat_readings (report_id, conversation_id, asked_by, decided_by, reason, decided_at,
       ends_at)
     SELECT $5, id, $3, $4, 'The report refers to it', now(), now() + interval '1 day'
     FROM conversations WHERE participant_1 IN ($1, $2) AND participant_2 IN ($1, $2)`,
    [one.id, other.id, scene.admin.id, scene.super_admin.id, scene.taken],
  );
  for (const [subject, viewer] of [
    [one, other],
    [other, one],
  ] as const) {
    await pool.query(
      `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period, is_named)
       VALUES ($1, $2, 'owner', 'email', now(), true)`,
      [subject.id, viewer.id],
    );
  }
}

it.each([
  ['former', 'owner', 'who blocks them'],
  ['owner', 'former', 'who blocks them'],
  ['former', 'owner', 'blocked by them'],
] as const)(
  'after a shared history, the %s sees of the %s %s literally what they see of one who is suspended [S6]',
  async (who, other, which) => {
    const world = await openWorld();
    const { kindpal, scene } = world;
    const { pool } = kindpal.services.db;
    await keepTies(world, scene[who], scene[other]);
    await shareHistory(world, scene[who], scene[other]);
    const together = await readEverything(world, who);
    const pair = [scene[other].id, scene[who].id];
    await pool.query('INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      ...(which === 'who blocks them' ? pair : pair.toReversed()),
    ]);
    const blocked = await readEverything(world, who);
    await pool.query(
      'DELETE FROM member_blocks WHERE blocker_id IN ($1, $2) AND blocked_id IN ($1, $2)',
      pair,
    );
    await pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [scene[other].id]);
    const suspended = await readEverything(world, who);
    // All of these show the other one only while there is neither.
    for (const asked of SHARED) {
      const shows = [together, blocked, suspended].map((answers) =>
        [...answers].some(([name, text]) => name.startsWith(asked) && text.includes(pair[0] ?? '')),
      );
      expect([asked, shows]).toEqual([asked, [true, false, false]]);
    }
    const differs = [...blocked].filter(
      ([asked, text]) => text !== suspended.get(asked) && !KNOWN_TO_ONE.test(asked),
    );
    expect(differs.map(([asked, text]) => [asked, text, suspended.get(asked)])).toEqual([]);
  },
  120_000,
);
