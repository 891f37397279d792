import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { JitlessClient } from '../db/jitless-client.ts';
import { refusesEverybody, refusesNow } from '../db/refuses-now.ts';

/** The first half of the advisory lock's key; the second is the hash of a worker's name. */
const LOCK_SPACE = 7_112_027;
const BEAT_MS = 1_000;
/** Other workers' tasks are checked on every second heartbeat. */
const LOOK_BEATS = 2;
const ANSWER_MS = 2_000;
/** A worker without database access for this long stops its tasks… */
const LOST_MS = 4_000;
/**
 * …and PostgreSQL ends its connection, which would keep its lock for hours if the network is gone:
 * a closed connection is then never reported…
 */
const SILENT_MS = 5_000;
/** …before others take them over, after seeing its lock free for this long. */
const DEAD_MS = 6_000;

/** Proves to the other nodes that this process's workers are alive. */
export type TaskHold = {
  /** Aborted when this process may be considered dead: tasks must stop then. */
  lost(): AbortSignal;
  stop(): Promise<void>;
};

/** Every other worker that has locked tasks but whose advisory lock is free. */
const UNHELD = `SELECT DISTINCT locked_by AS name FROM graphile_worker.jobs
  WHERE locked_by <> ALL ($2::text[]) AND NOT EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid = $1::int AND objid::bigint = hashtext(locked_by)::bigint & 4294967295)`;
/** The locks of workers that have successors: others may take over their tasks. */
const LET_GO = 'SELECT pg_advisory_unlock_all()';
const HOLD = `SELECT bool_and(pg_try_advisory_lock($1, hashtext(name))) AS held
  FROM unnest($2::text[]) AS ours (name)`;
/** Null without workers. */
const heldSchema = z.array(z.object({ held: z.boolean().nullable() }));
const unheldSchema = z.array(z.object({ name: z.string() }));
const OTHERS = `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid = $1::int AND pid <> pg_backend_pid()) AS are_there`;
const othersSchema = z.tuple([z.object({ are_there: z.boolean() })]);
const RELEASE = 'SELECT graphile_worker.force_unlock_workers($1::text[])';

async function connect(databaseUrl: string): Promise<pg.Client> {
  const fresh = new JitlessClient({
    connectionString: databaseUrl,
    application_name: 'kindpal-hold',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    options: `-c idle_session_timeout=${SILENT_MS}`,
    keepAlive: true,
  });
  fresh.on('error', () => undefined);
  await fresh.connect();
  return fresh;
}

/**
 * Releases the tasks of workers whose lock was free for some seconds, so that a brief disconnect
 * does no harm.
 */
function watchOthers(log: Logger) {
  /** The workers without their lock, and since when. */
  const free = new Map<string, number>();
  return {
    async releaseDead(client: pg.Client, ours: string[]): Promise<void> {
      const { rows } = await client.query(UNHELD, [LOCK_SPACE, ours]);
      const unheld = new Set(unheldSchema.parse(rows).map(({ name }) => name));
      const now = performance.now();
      for (const name of free.keys()) if (!unheld.has(name)) free.delete(name);
      for (const name of unheld) if (!free.has(name)) free.set(name, now);
      const dead = [...free].filter(([, since]) => now - since >= DEAD_MS).map(([name]) => name);
      if (dead.length === 0) return;
      await client.query(RELEASE, [dead]);
      log.warn({ workers: dead }, 'released the tasks of a dead node');
    },
    /** After a broken connection, everybody may have lost their lock. */
    forget: () => free.clear(),
  };
}

/**
 * Holds an advisory lock for each worker of this process, and releases the tasks of dead workers:
 * a killed process loses its lock immediately.
 */
export function holdTasks(options: {
  databaseUrl: string;
  /** The names of the running workers; one that ended has a successor. */
  workers: () => string[];
  log: Logger;
}): TaskHold {
  const { databaseUrl, log } = options;
  const others = watchOthers(log);
  const stopping = new AbortController();
  let lost = new AbortController();
  let lastAnswer = performance.now();
  let client: pg.Client | undefined;
  let held = '';
  let beats = 0;
  /** Whether no other node was connected when last seen. */
  let isAlone = false;

  async function beat(): Promise<void> {
    client ??= await connect(databaseUrl);
    const workers = options.workers();
    if (held !== workers.join()) {
      await client.query(LET_GO);
      const { rows } = await client.query(HOLD, [LOCK_SPACE, workers]);
      if (heldSchema.parse(rows).some((row) => row.held)) held = workers.join();
    }
    beats += 1;
    if (beats % LOOK_BEATS === 0) await others.releaseDead(client, workers);
    else {
      const { rows } = await client.query(OTHERS, [LOCK_SPACE]);
      isAlone = !othersSchema.parse(rows)[0].are_there;
    }
    lastAnswer = performance.now();
    if (lost.signal.aborted) lost = new AbortController();
  }

  function dropConnection(error: unknown): void {
    // No other node can take over tasks: it is refused too, or there is none.
    if (refusesEverybody(error) || (isAlone && refusesNow(error))) lastAnswer = performance.now();
    others.forget();
    held = '';
    const broken = client;
    client = undefined;
    broken?.end().catch(() => undefined);
  }

  function watch(): void {
    if (performance.now() - lastAnswer < LOST_MS || lost.signal.aborted) return;
    log.error('the database cannot be reached: running tasks are stopped');
    lost.abort(new Error('The database could not be reached, and another node may run this task'));
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await beat().catch(dropConnection);
      await sleep(BEAT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const watching = setInterval(watch, BEAT_MS / 2).unref();
  const running = run();
  return {
    lost: () => lost.signal,
    async stop() {
      stopping.abort();
      clearInterval(watching);
      await running;
      await Promise.race([client?.end(), sleep(ANSWER_MS, undefined, { ref: false })]);
    },
  };
}
