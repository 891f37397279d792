import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/client.ts';
import { createTestDatabase, runOn, type TestDatabase } from '../testing/database.ts';
import { createMember } from '../testing/factories.ts';
import { withoutUncaught } from '../testing/without-uncaught.ts';
import { fillPlaces } from './fill-places.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const db = openDatabase(database.ownerUrl, { size: 1 });
  await createMember(db, { address: '12 Elm Street', place_id: null, location: null });
  await db.close();
  await runOn(database.ownerUrl, 'UPDATE gazetteer SET matched_at = NULL');
  await runOn(database.ownerUrl, 'ALTER TABLE place_names RENAME TO elsewhere');
});
afterAll(() => database.drop());

test('a fault while addresses are matched with places is reported by its code, without the addresses', async () => {
  const filling = fork(join(import.meta.dirname, 'fill-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  filling.send(database.ownerUrl);
  const [code, output] = await Promise.all([
    once(filling, 'exit').then(([ended]) => ended as number),
    Promise.all(
      [filling.stdout, filling.stderr].map((stream) => text(stream as NonNullable<typeof stream>)),
    ),
  ]);
  expect([code, output.join('')]).toEqual([1, '']);
  const fault = await fillPlaces(database.ownerUrl).catch((error: Error) => error.message);
  expect(fault).toContain('"code":"42P01"');
  expect(fault).not.toMatch(/elm street/i);
});

test('a process for the places that cannot start fails only the attempt', async () => {
  const program = process.execPath;
  await withoutUncaught(async () => {
    // As while an installation replaces it.
    process.execPath = '/nowhere/node';
    await expect(fillPlaces(database.ownerUrl)).rejects.toThrow('ENOENT');
    process.execPath = program;
  });
});
