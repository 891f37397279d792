import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { signCookie } from '../access/signed-cookie.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { createTestDatabase, runOn, type TestDatabase } from '../testing/database.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import {
  findFastTempDir,
  makeTempDataDir,
  removeTempDataDir,
} from '../testing/make-temp-data-dir.ts';
import { openReconnectingStream, type ReconnectingStream } from '../testing/reconnecting-stream.ts';
import { type ServerProcess, spawnServer, stopServer } from '../testing/server-process.ts';

/** Per each of four members, alternating between both nodes. */
const STREAMS_EACH = 5;
/** Messages in each of two chats between two faults. */
const MESSAGES = 12;
const secret = randomBytes(32).toString('hex');
/** Tests beside this one may hold a transaction, which delays every event of this server. */
const patiently = { timeout: 60_000, interval: 50 };

let dataDir: string;
let database: TestDatabase;
let db: Database;
const nodes: ServerProcess[] = [];
const streams: { chat: number; stream: ReconnectingStream }[] = [];

beforeAll(async () => {
  dataDir = makeTempDataDir(findFastTempDir());
  database = await createTestDatabase();
  db = openDatabase(database.ownerUrl, { size: 2 });
  await Promise.all([startNode(0), startNode(1)]);
});
afterAll(async () => {
  for (const { stream } of streams) await stream.close();
  for (const node of nodes) await stopServer(node);
  await db.close();
  await database.drop();
  removeTempDataDir(dataDir);
});

/** Starts a node in place of another, with its own address. */
async function startNode(place: number): Promise<void> {
  const node = await spawnServer({
    DATA_DIR: makeTempDataDir(dataDir),
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    APP_SECRET: secret,
    LIMIT_SCALE: '50',
  });
  nodes[place] = node;
  await node.ready();
}

/** The cookies of a page of somebody who is signed in. */
const cookieOf = ({ credential }: TestMember) =>
  `kindpal.session_token=${signCookie(credential.value, secret)}; kindpal_signed_in=1`;

/** A job with its chat and both participants. */
async function createChat() {
  const owner = await createMember(db);
  const sitter = await createMember(db, { role: 'pet_sitter' });
  const job = await createJob(db, { owner_id: owner.id });
  await createClaim(db, { job, sitter_id: sitter.id });
  return { job_id: job.id, owner, sitter };
}
type Chat = Awaited<ReturnType<typeof createChat>>;

/** Sends a message like a page, retrying until a node confirms it. */
async function say({ job_id, owner }: Chat): Promise<string> {
  const body = JSON.stringify({ job_id, client_id: randomUUID(), content: 'Hello' });
  for (let attempt = 0; ; attempt += 1) {
    const { url } = nodes[attempt % 2] as ServerProcess;
    const headers = { cookie: cookieOf(owner), origin: url, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) };
    const answer = await fetch(`${url}/rest/v1/messages`, init).catch(() => null);
    if (answer?.ok) return ((await answer.json()) as { id: string }).id;
    if (attempt > 600) {
      const said = nodes.map((node) => node.said().slice(-2_000)).join('\n');
      throw new Error(`no node takes a message: ${answer?.status}\n${said}`);
    }
    await sleep(50);
  }
}

async function kill(place: number): Promise<void> {
  const node = nodes[place] as ServerProcess;
  node.child.kill('SIGKILL');
  await node.ended;
}

/** Cuts every connection to the database, of the nodes and of the worker. */
const cutAll = () =>
  runOn(
    inject('testServerUrl'),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = '${new URL(database.url).pathname.slice(1)}' AND application_name LIKE 'kindpal%'`,
  );

test('while nodes are killed in turn and connections cut, everybody gets each message of their chats once, and no other', async () => {
  const chats = [await createChat(), await createChat()];
  for (const [chat, { owner, sitter }] of chats.entries()) {
    for (const member of [owner, sitter]) {
      for (let n = 0; n < STREAMS_EACH; n += 1) {
        let turn = n;
        const url = () => (nodes[turn++ % 2] as ServerProcess).url;
        streams.push({ chat, stream: openReconnectingStream(url, cookieOf(member)) });
      }
    }
  }
  const isEverywhere = () => streams.every(({ stream }) => stream.connections() > 0);
  await vi.waitFor(() => expect(isEverywhere()).toBe(true), patiently);

  const said: [string[], string[]] = [[], []];
  const faults = [() => kill(0).then(() => startNode(0)), cutAll, () => kill(1)];
  for (const fault of faults) {
    const write = async (chat: 0 | 1) => {
      for (let n = 0; n < MESSAGES; n += 1) said[chat].push(await say(chats[chat] as Chat));
    };
    await Promise.all([write(0), write(1), fault()]);
  }

  const lacks = ({ chat, stream }: (typeof streams)[number]) =>
    (said[chat] ?? []).filter((id) => !stream.received.has(id)).length;
  await vi.waitFor(() => expect(streams.map(lacks)).toEqual(streams.map(() => 0)), patiently);
  for (const { chat, stream } of streams) {
    const own = said[chat] ?? [];
    const foreign = said[1 - chat] ?? [];
    expect(own.map((id) => stream.received.get(id))).toEqual(own.map(() => 1));
    expect(foreign.filter((id) => stream.received.has(id))).toEqual([]);
    expect(stream.resets()).toBe(0);
  }
  const stored = await runOn<number>(database.ownerUrl, 'SELECT count(*)::int FROM messages');
  expect(stored).toEqual([said.flat().length]);
}, 180_000);
