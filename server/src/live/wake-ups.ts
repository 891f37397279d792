import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { JitlessClient } from '../db/jitless-client.ts';
import { STOP, TIMEOUTS } from '../timeouts.ts';

const CHANNEL = 'kindpal_live';
/** Other nodes are notified at most this often: NOTIFY serializes commits. */
const NOTIFY_MS = 20;
const RECONNECT_MS = 1_000;

/** Tells other nodes that something was written, and hears it from them. */
export type WakeUps = {
  notifyOthers(): void;
  stop(): Promise<void>;
};

type Needs = {
  db: Database;
  databaseUrl: string;
  log: Logger;
  /** Runs when another node has written. */
  onWakeUp: () => void;
  /** Runs at each connection, before the first wake-up; one that throws closes it. */
  onConnect: () => Promise<void>;
};

/** Connects, and again whenever the connection breaks. Resolves after the first attempt. */
export async function startWakeUps({
  db,
  databaseUrl,
  log,
  onWakeUp,
  onConnect,
}: Needs): Promise<WakeUps> {
  const node = randomUUID();
  let isStopped = false;
  let notifyTimer: NodeJS.Timeout | undefined;
  let listener: pg.Client | undefined;

  async function listen(): Promise<void> {
    if (isStopped) return;
    const client = new JitlessClient({
      connectionString: databaseUrl,
      application_name: 'kindpal-live',
      connectionTimeoutMillis: TIMEOUTS.databaseConnect,
      query_timeout: TIMEOUTS.databaseSilence,
      keepAlive: true,
    });
    client.on('notification', (message) => {
      if (message.payload !== node) onWakeUp();
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (!isStopped) setTimeout(relisten, RECONNECT_MS).unref();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      listener = client;
      await onConnect();
      onWakeUp();
    } catch {
      await client.end().catch(() => undefined);
    }
  }

  function relisten(): void {
    listen().catch((error: unknown) => log.warn({ err: error }, 'cannot listen for live events'));
  }

  await listen();
  return {
    notifyOthers() {
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined;
        db.pool.query('SELECT pg_notify($1, $2)', [CHANNEL, node]).catch(() => undefined);
      }, NOTIFY_MS);
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearTimeout(notifyTimer);
      await Promise.race([listener?.end(), sleep(STOP.connections, undefined, { ref: false })]);
    },
  };
}
