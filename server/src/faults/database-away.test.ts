import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findPostmasterFile } from '../db/embedded/postmaster-file.ts';
import { FOUNDER, joinAsFounder } from '../testing/founder.ts';
import {
  findFastTempDir,
  makeTempDataDir,
  removeTempDataDir,
} from '../testing/make-temp-data-dir.ts';
import { type SmtpSink, startSmtpSink } from '../testing/outside/smtp-sink.ts';
import { isReady, type ServerProcess, spawnServer, stopServer } from '../testing/server-process.ts';

let dataDir: string;
let sink: SmtpSink;
let server: ServerProcess;

beforeEach(async () => {
  dataDir = makeTempDataDir(findFastTempDir());
  sink = await startSmtpSink();
  server = await spawnServer({ DATA_DIR: dataDir, SMTP_URL: sink.url });
  await server.ready();
});
afterEach(async () => {
  await stopServer(server);
  await sink.close();
  removeTempDataDir(dataDir);
});

const postmaster = () => findPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;
const patiently = { timeout: 20_000, interval: 50 };

/** Kills PostgreSQL without warning; resolves when a new one answers. */
async function killDatabase(): Promise<void> {
  const pid = postmaster();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect([0, pid]).not.toContain(postmaster()), patiently);
  await vi.waitFor(async () => expect(await isReady(server.url)).toBe(true), patiently);
}

test('members stay on their page while the database is killed repeatedly, and a mail being sent arrives once', async () => {
  const founder = await joinAsFounder(server);
  const stream = await founder.listen();
  // The code that confirms the founder's address.
  await vi.waitFor(() => expect(sink.accepted).toHaveLength(1), patiently);
  const before = sink.accepted.length;

  let accept = () => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  sink.verdict = () => accepted.then(() => 'accept' as const);
  expect(await founder.send('POST', '/auth/v1/recover', { email: FOUNDER.email })).toBeLessThan(
    300,
  );
  await vi.waitFor(() => expect(sink.arrived()).toBe(before + 1), patiently);

  let isEditing = true;
  const edit = async () => {
    for (let n = 0; isEditing; n += 1) {
      await founder.send('PATCH', `/rest/v1/users/${founder.id}`, { bio: `Edit ${n}` });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const editing = edit();
  // The mail is accepted at a moment when nobody can record it.
  const returned = killDatabase();
  accept();
  await returned;
  for (let round = 0; round < 2; round += 1) await killDatabase();
  isEditing = false;
  await editing;

  expect(server.hasEnded()).toBe(false);
  expect(stream.hasEnded()).toBe(false);
  const received = stream.received().length;
  const named = await founder.send('PATCH', `/rest/v1/users/${founder.id}`, { bio: 'The last' });
  expect(named).toBe(200);
  await vi.waitFor(() => expect(stream.received().length).toBeGreaterThan(received), patiently);

  // The next mail is sent as usual, and the previous one is not sent again.
  expect(await founder.send('POST', '/auth/v1/recover', { email: FOUNDER.email })).toBeLessThan(
    300,
  );
  await vi.waitFor(() => expect(sink.accepted).toHaveLength(before + 2), patiently);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(sink.accepted).toHaveLength(before + 2);
  stream.close();
});
