import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { findPostmasterFile } from '../db/embedded/postmaster-file.ts';
import { joinAsFounder } from '../testing/founder.ts';
import {
  findFastTempDir,
  makeTempDataDir,
  removeTempDataDir,
} from '../testing/make-temp-data-dir.ts';
import { type ServerProcess, spawnServer, stopServer } from '../testing/server-process.ts';

const dataDir = makeTempDataDir(findFastTempDir());
let last: ServerProcess | undefined;
afterAll(async () => {
  await stopServer(last);
  removeTempDataDir(dataDir);
});

const postgres = join(dataDir, 'postgres');
/** How far the first start has come when it is killed. */
const MOMENTS: (() => boolean)[] = [
  () => existsSync(join(dataDir, 'secret')),
  () => existsSync(postgres),
  () => findPostmasterFile(postgres) !== null,
  () => findPostmasterFile(postgres)?.status === 'ready',
];

test('an operator whose first start was killed at any moment starts again, and has a complete Kindpal', async () => {
  for (const hasCome of MOMENTS) {
    const started = await spawnServer({ DATA_DIR: dataDir, KINDPAL_MODE: 'production' });
    while (!hasCome()) {
      if (started.hasEnded()) throw new Error(`the start ended: ${started.said()}`);
      await sleep(5);
    }
    started.child.kill('SIGKILL');
    await started.ended;
  }
  last = await spawnServer({ DATA_DIR: dataDir, KINDPAL_MODE: 'production' });
  await last.ready();
  const founder = await joinAsFounder(last);
  expect(await founder.send('PATCH', `/rest/v1/users/${founder.id}`, { bio: 'Here' })).toBe(200);
  await expect
    .poll(() => founder.send('GET', '/rest/v1/places?search=Maplewood'), { timeout: 100_000 })
    .toBe(200);
}, 180_000);

test('an email that a killed process was storing is gone after the next start [X1]', async () => {
  await stopServer(last);
  const folder = join(dataDir, 'mail');
  mkdirSync(folder, { recursive: true });
  const before = readdirSync(folder);
  for (const name of ['one.eml.part', 'two.json.part', 'three.eml', 'four.eml', 'four.json'])
    writeFileSync(join(folder, name), '{}');
  last = await spawnServer({ DATA_DIR: dataDir, KINDPAL_MODE: 'production' });
  await last.ready();
  const left = readdirSync(folder).filter((name) => !before.includes(name));
  expect(left.sort()).toEqual(['four.eml', 'four.json']);
}, 60_000);
