import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { FOUNDER, joinAsFounder } from '../testing/founder.ts';
import {
  findFastTempDir,
  makeTempDataDir,
  removeTempDataDir,
} from '../testing/make-temp-data-dir.ts';
import { type ServerProcess, spawnServer, stopServer } from '../testing/server-process.ts';
import { type SmtpSink, startSmtpSink } from '../testing/smtp-sink.ts';

let dataDir: string;
let database: TestDatabase;
let sink: SmtpSink;
const nodes: ServerProcess[] = [];

beforeAll(async () => {
  dataDir = makeTempDataDir(findFastTempDir());
  database = await createTestDatabase();
  sink = await startSmtpSink();
});
afterAll(async () => {
  for (const node of nodes) await stopServer(node);
  await sink.close();
  await database.drop();
  removeTempDataDir(dataDir);
});

const secret = randomBytes(32).toString('hex');

async function startNode(): Promise<ServerProcess> {
  const node = await spawnServer({
    DATA_DIR: makeTempDataDir(dataDir),
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    APP_SECRET: secret,
    SMTP_URL: sink.url,
  });
  nodes.push(node);
  await node.ready();
  return node;
}

const nameOf = (mail: string) => /^Message-ID: (.*)$/im.exec(mail)?.[1] ?? '';
const patiently = { timeout: 25_000, interval: 50 };

test('a reset link that a killed node was mailing goes out seconds later, and what a living one mails is not doubled', async () => {
  const first = await startNode();
  const founder = await joinAsFounder(first);
  await vi.waitFor(() => expect(sink.arrived()).toBe(sink.accepted.length), patiently);

  const arrived: string[] = [];
  const verdicts = new Map<string, (verdict: 'accept') => void>();
  sink.verdict = (mail) => {
    const name = nameOf(mail);
    // The copy of what the killed node was mailing is accepted, everything new is kept waiting.
    const isCopy = arrived.includes(name);
    arrived.push(name);
    if (isCopy) return 'accept';
    return new Promise((resolve) => verdicts.set(name, resolve));
  };
  const recover = () => founder.send('POST', '/auth/v1/recover', { email: FOUNDER.email });
  expect(await recover()).toBeLessThan(300);
  await vi.waitFor(() => expect(arrived).toHaveLength(1), patiently);
  first.child.kill('SIGKILL');
  await first.ended;

  const [second, third] = await Promise.all([startNode(), startNode()]);
  const started = performance.now();
  const other = await fetch(`${second.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: second.url },
    body: JSON.stringify({ email: FOUNDER.email }),
  });
  expect(other.status).toBeLessThan(300);
  await vi.waitFor(() => expect(arrived).toHaveLength(2), patiently);
  const [ofTheDead, ofTheLiving] = arrived;
  await vi.waitFor(() => expect(sink.accepted.map(nameOf)).toContain(ofTheDead), patiently);
  expect(performance.now() - started).toBeLessThan(20_000);
  // Long enough for a node to be taken for dead, were its lock not held.
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  expect(arrived.filter((name) => name === ofTheLiving)).toHaveLength(1);
  verdicts.get(ofTheLiving as string)?.('accept');
  await vi.waitFor(() => expect(sink.accepted.map(nameOf)).toContain(ofTheLiving), patiently);
  expect([second.hasEnded(), third.hasEnded()]).toEqual([false, false]);
});
