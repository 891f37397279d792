import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseMember } from '../deletion/erase-member.ts';
import { makeInviteCode } from '../invite/generate-invite.ts';
import {
  createClaim,
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { joinKindpal, PASSWORD, readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { unzip } from '../testing/unzip.ts';

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

const NAME = { first_name: 'Ottoline', last_name: 'Quillfeather' };

/**
 * A sitter and an owner who did everything with one another: favorites, chats, a finished job with
 * reviews of both, views of data, a report, and with `isHeld` a job in progress.
 */
async function setScene({ isHeld = false } = {}) {
  const { db } = kindpal.services;
  const { pool } = db;
  const owner = await createMember(db, { ...NAME, address: '9 Quill Court', phone: '+15550142' });
  const joined = await joinKindpal(kindpal.services);
  const { id } = joined;
  await pool.query(`UPDATE users SET role = 'both' WHERE id = $1`, [id]);
  const done = { owner_id: owner.id, sitter_id: id };
  const { claim_id, job_id } = await createEndedClaim(db, done);
  await pool.query(
    `INSERT INTO reviews (claim_id, side, reviewer_id, rating, text, would_repeat)
     VALUES ($1, 'sitter', $2, 5, 'A calm cat', true), ($1, 'owner', $3, 5, 'Very kind', true)`,
    [claim_id, id, owner.id],
  );
  await pool.query(
    `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
     VALUES ($1, $2, $3, gen_random_uuid(), 'On my way'), ($1, $2, $4, gen_random_uuid(), 'Thank you')`,
    [job_id, claim_id, id, owner.id],
  );
  const conversation = await createConversation(db, [{ id }, owner]);
  await pool.query(
    `INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
     VALUES ($1, $2, gen_random_uuid(), 'Hello'), ($1, $3, gen_random_uuid(), 'Good morning')`,
    [conversation, id, owner.id],
  );
  for (const [one, other] of [
    [id, owner.id],
    [owner.id, id],
  ]) {
    await pool.query('DELETE FROM invites WHERE used_by = $1', [other]);
    await pool.query(
      `INSERT INTO invites (code, created_by, used_by, used_at, is_active, kind)
       VALUES ($1, $2, $3, now(), false, 'granted')`,
      [makeInviteCode(), one, other],
    );
    await pool.query('INSERT INTO member_favorites (member_id, favorite_id) VALUES ($1, $2)', [
      one,
      other,
    ]);
    await pool.query(
      `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period, is_named)
       VALUES ($1, $2, 'owner', 'account', now(), true)`,
      [one, other],
    );
    await pool.query(
      `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, details, snapshot)
       VALUES ($1, $2, 'profile', $2, 'fraud', 'They asked for gift cards', '{}')`,
      [one, other],
    );
  }
  await pool.query(
    `INSERT INTO chat_readings (report_id, conversation_id, reason, decided_at, ends_at)
     SELECT id, $2, 'The report refers to it', now(), now() + interval '1 day'
     FROM reports WHERE reporter_id = $1`,
    [id, conversation],
  );
  if (isHeld) {
    const job = await createJob(db, { owner_id: owner.id });
    await createClaim(db, { job, sitter_id: id });
  }
  const { rows } = await pool.query('SELECT token FROM auth.session WHERE user_id = $1', [id]);
  const sitter = { ...joined, credential: { by: 'token', value: rows[0].token } } as typeof joined &
    TestMember;
  await kindpal.callerFor(sitter).notification.startCalendarFeed();
  return { owner, sitter };
}

/** Everything in the data export and the calendar feed of a member, by file. */
async function exportOf({
  browser,
  email,
  ...who
}: Awaited<ReturnType<typeof setScene>>['sitter']) {
  await kindpal.services.db.pool.query('DELETE FROM auth.data_archive WHERE user_id = $1', [
    who.id,
  ]);
  await browser.send((api) => api.archive.request({ current_password: PASSWORD }));
  await readMailbox(kindpal.services, email);
  const answer = await server.fetch(ARCHIVE_ADDRESS, { as: who as TestMember });
  expect(answer.status).toBe(200);
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  const { url } = await kindpal.callerFor(who as TestMember).notification.getCalendarFeed();
  const { pathname, search } = new URL(url ?? '');
  const feed = await (await server.fetch(pathname + search)).text();
  const texts = Object.entries(files).map(([name, bytes]) => [name, `${bytes}`] as const);
  const all: Record<string, string> = Object.fromEntries(texts);
  return { ...all, 'jobs.ics': feed.replace(/\r\n /g, '') } as Record<string, string>;
}

const eventsIn = ({ 'jobs.ics': feed }: Record<string, string>) =>
  feed?.replace(/DTSTAMP:\w+/g, '');
/** What differs between two exports anyway. */
const OF_ITSELF = ['devices.json', 'security_events.json', 'deliveries.json', 'jobs.ics'];

test('a blocked member finds no trace of the other in the copy of their data or in their calendar [S6] [X1]', async () => {
  const { owner, sitter } = await setScene();
  const before = await exportOf(sitter);
  expect(before['member_favorites.json']).toContain(owner.id);
  await kindpal.callerFor(owner).block.create({ member_id: sitter.id });
  const after = await exportOf(sitter);
  expect(Object.keys(after).length).toBeGreaterThan(30);
  for (const trace of [owner.id, owner.email, 'Ottoline', 'Quill', '5550142', 'Good morning']) {
    for (const [file, text] of Object.entries(after)) {
      expect([file, trace, text.includes(trace)]).toEqual([file, trace, false]);
    }
  }
  // Nor a row about the block itself.
  expect(JSON.parse(after['member_blocks.json'] ?? '')).toEqual([]);
  // Their own history stays.
  expect(after['reviews_written.json']).toContain('A calm cat');
  expect(after['reviews_received.json']).toContain('Very kind');
  expect(after['jobs.ics']?.match(/BEGIN:VEVENT/g)).toEqual(
    before['jobs.ics']?.match(/BEGIN:VEVENT/g),
  );
});

/** The rows of an export with their fields, and which are null; ids and times are of each scene. */
const shapes = (files: Record<string, string>) =>
  Object.entries(files)
    .filter(([file]) => file.endsWith('.json'))
    .map(([file, text]) => {
      const rows = JSON.parse(text) as Record<string, unknown>[];
      return [file, rows.map((row) => Object.entries(row).map(([k, v]) => [k, v === null]))];
    });

test('it is the copy and the calendar of one whose owner has left, row by row [S6] [X1]', async () => {
  const blocked = await setScene();
  await kindpal.callerFor(blocked.owner).block.create({ member_id: blocked.sitter.id });
  const left = await setScene();
  const { db } = kindpal.services;
  await db.pool.query(
    'INSERT INTO auth.deletion_request (user_id, asked_at, due_at) VALUES ($1, now(), now())',
    [left.owner.id],
  );
  await db.drizzle.transaction((tx) => eraseMember(tx, kindpal.services, left.owner.id));
  expect(shapes(await exportOf(blocked.sitter))).toEqual(shapes(await exportOf(left.sitter)));
});

test('it is literally the copy and the calendar of one whose owner is suspended [S6] [X1]', async () => {
  const { owner, sitter } = await setScene();
  const { pool } = kindpal.services.db;
  await kindpal.callerFor(owner).block.create({ member_id: sitter.id });
  const blocked = await exportOf(sitter);
  await pool.query('DELETE FROM member_blocks WHERE blocker_id = $1', [owner.id]);
  await pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [owner.id]);
  const suspended = await exportOf(sitter);
  expect(Object.keys(suspended)).toEqual(Object.keys(blocked));
  for (const [file, text] of Object.entries(blocked)) {
    if (!OF_ITSELF.includes(file)) expect([file, suspended[file]]).toEqual([file, text]);
  }
  expect(eventsIn(suspended)).toBe(eventsIn(blocked));
});

test('during a job with the owner, the block changes nothing in either of them [S6]', async () => {
  const { owner, sitter } = await setScene({ isHeld: true });
  const before = await exportOf(sitter);
  await kindpal.callerFor(owner).block.create({ member_id: sitter.id });
  const after = await exportOf(sitter);
  for (const [file, text] of Object.entries(before)) {
    if (!OF_ITSELF.includes(file)) expect([file, after[file]]).toEqual([file, text]);
  }
  expect(eventsIn(after)).toBe(eventsIn(before));
});
