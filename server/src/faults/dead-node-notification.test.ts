import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, runOn, type TestDatabase } from '../testing/database.ts';
import { joinAsFounder } from '../testing/founder.ts';
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

const patiently = { timeout: 25_000, interval: 50 };
const ofTests = (mails: string[]) => mails.filter((mail) => mail.includes('This is a test'));

test('a notification whose node is killed between its commit and its email is mailed by another, once', async () => {
  const first = await startNode();
  const founder = await joinAsFounder(first);
  await vi.waitFor(() => expect(sink.arrived()).toBe(sink.accepted.length), patiently);
  const arrived: string[] = [];
  sink.verdict = (mail) => {
    arrived.push(mail);
    return arrived.length === 1 ? 'hang' : 'accept';
  };
  expect(await founder.send('POST', '/rest/v1/rpc/send_test_notification', {})).toBe(200);
  await vi.waitFor(() => expect(ofTests(arrived)).toHaveLength(1), patiently);
  first.child.kill('SIGKILL');
  await first.ended;

  await Promise.all([startNode(), startNode()]);
  await vi.waitFor(() => expect(ofTests(sink.accepted)).toHaveLength(1), patiently);
  const nameOf = (mail = '') => /^Message-ID: (.*)$/im.exec(mail)?.[1];
  expect(nameOf(sink.accepted.at(-1))).toBe(nameOf(arrived[0]));
  const state = 'SELECT mail_state FROM notifications';
  await vi.waitFor(
    async () => expect(await runOn(database.ownerUrl, state)).toEqual(['sent']),
    patiently,
  );
  expect(ofTests(sink.accepted)).toHaveLength(1);
});
