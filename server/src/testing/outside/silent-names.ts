import { scrypt } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fetchCalendar } from '../../notification/calendar/fetch-calendar.ts';
import { postPush } from '../../notification/push/push-transport.ts';
import { startNameServer } from './name-server.ts';

/**
 * Requests to hosts whose name server never answers, and how long other work that needs the
 * threads of this process waits meanwhile; `silent-names.test.ts` provides the network.
 */
const { asked } = await startNameServer(() => undefined, 53);
const env = { mode: 'production' } as const;
const { signal } = new AbortController();
for (let n = 0; n < 10; n++) {
  const message = { endpoint: `https://push${n}.slow.test/`, headers: {}, body: Buffer.alloc(0) };
  postPush(env, message, signal).catch(() => undefined);
  fetchCalendar(env, `https://calendar${n}.slow.test/`, signal).catch(() => undefined);
}
while (asked.length === 0) await sleep(5);
const start = performance.now();
await Promise.all([
  lookup('localhost'),
  stat(import.meta.filename),
  promisify(scrypt)('words', 'salt', 32),
]);
process.stdout.write(JSON.stringify({ waitedMs: performance.now() - start }));
process.exit(0);
