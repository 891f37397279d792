import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEmptyTables } from './list-tables.ts';
import { setScene } from './matrix/scene.ts';
import { startTestKindpal, type TestKindpal } from './test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  await setScene(kindpal.services);
});
afterAll(() => kindpal.stop());

/** Tables that only reads, or people's own calls in the matrix, fill. */
const EMPTY = [
  'busy_calendars',
  'busy_times',
  'conversation_reads',
  'data_views',
  'staff_views',
  'thread_reads',
];

it('everybody in the matrix requests a row of every other table, so that a leak is noticed [S6]', async () => {
  expect(
    await listEmptyTables(kindpal.services.db),
    'Add a row of each in fillScene of <feature>.samples.ts, and its private texts to secrets there.',
  ).toEqual(EMPTY);
});
