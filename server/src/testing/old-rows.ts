import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../db/client.ts';

/**
 * Runs in a thread whose heap has nothing of other tests: reads 400 kB of rows 20 times, collects
 * the young objects after each, and posts by how many MB V8's old objects grew.
 */
const db = openDatabase(workerData as string, { size: 1, shared: 1, statementTimeout: 1_000 });
const text = "SELECT repeat('text', 250) || n AS text FROM generate_series(1, 400) n";
const read = () => db.shortRead({ name: 'many', text, values: [] }).then(({ length }) => length);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
/** An object becomes old when it survives two collections. */
function collectYoung(): void {
  collect({ type: 'minor' });
  collect({ type: 'minor' });
}
const oldMegabytes = () =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ??
    Number.NaN) / 1e6;

/** Reads without a collection in between, which would find the rows still in use. */
async function readAndCollect(): Promise<void> {
  await read();
  await new Promise(setImmediate);
  collectYoung();
}
for (let round = 0; round < 5; round++) await readAndCollect();
const before = oldMegabytes();
for (let round = 0; round < 20; round++) await readAndCollect();
const growth = oldMegabytes() - before;
await db.close();
parentPort?.postMessage(growth);
