import { getHeapSpaceStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../db/client.ts';

/**
 * Runs in a thread whose heap has nothing of other tests: reads 160 MB of rows, and posts by how
 * many MB V8's old objects grew at most.
 */
const db = openDatabase(workerData as string, { size: 1, shared: 2, statementTimeout: 1_000 });
const text = "SELECT repeat('text', 250) || n AS text FROM generate_series(1, 200) n";
const many = { name: 'many', text, values: [] };
const read = () => Promise.all(Array.from({ length: 20 }, () => db.shortRead(many)));
const megabytes = () =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ??
    Number.NaN) / 1e6;
await read();
const before = megabytes();
let most = before;
for (let round = 0; round < 40; round++) {
  await read();
  most = Math.max(most, megabytes());
}
await db.close();
parentPort?.postMessage(most - before);
