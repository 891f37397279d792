import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { STOP, TIMEOUTS } from '../timeouts.ts';
import { LATE } from './dropping-client.ts';
import { reachDatabase } from './open-client.ts';

const PAUSE_MS = 1_000;
/** Counted, because a clock would also count a time in which this process itself did not run. */
const PAUSES = TIMEOUTS.databaseSilence / PAUSE_MS;

/** Since when a connection waits for its next statement; no row if it is gone. */
const IDLE_SINCE = `SELECT CASE WHEN state <> 'active' THEN state_change::text END AS since
  FROM pg_stat_activity WHERE pid = $1`;

/** The error of a start whose database has signed it in, and then stays silent. */
export function silenceOf(url: string): Error {
  const { host, port } = new pg.Client({ connectionString: url });
  return new Error(
    `PostgreSQL at ${host}:${port} does not answer: a statement has waited too long`,
  );
}

/** What `pg` and its pool throw when an answer, or connecting for it, takes longer than it may. */
const TOO_LATE = [
  LATE,
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

/** Whether a statement failed because it, or connecting for it, was not answered in time. */
export function isUnanswered(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (TOO_LATE.includes(cause.message)) return true;
  }
  return false;
}

type Watched = {
  url: string;
  /** The process in PostgreSQL of a connection that should always be working. */
  pid?: number;
  /** Called once, if there is no answer for `databaseSilence`. */
  onSilent: (error: Error) => void;
};

/**
 * Sends short statements on a connection of its own while longer ones run, which may take any time:
 * if these are not answered, the database is silent. If they report that the watched connection
 * has no work, its last answer was lost. Returns a function that ends the watch; throws if the
 * database is out of reach.
 */
export async function watchAnswers(watched: Watched): Promise<() => Promise<void>> {
  const watch = createWatch(watched);
  await watch.connect();
  return watch.begin();
}

/** The same for a connection that has been used: while connecting is refused, it tries again. */
export const watchConnection = (watched: Watched): (() => Promise<void>) =>
  createWatch(watched).begin();

function createWatch({ url, pid, onSilent }: Watched) {
  const ending = new AbortController();
  let client: pg.Client | undefined;
  let idle: { since: unknown; pauses: number } = { since: null, pauses: 0 };

  async function connect(): Promise<pg.Client> {
    client ??= await reachDatabase(url, { name: 'kindpal-watch', signal: ending.signal });
    return client;
  }

  async function look(): Promise<void> {
    const { rows } = await (await connect()).query<{ since: string | null }>(IDLE_SINCE, [
      pid ?? 0,
    ]);
    const since = rows.length === 0 ? 'gone' : rows[0]?.since;
    idle = { since, pauses: since && since === idle.since ? idle.pauses + 1 : 0 };
  }

  /** After another failure than silence it looks again: the statements at work meet it as well. */
  async function isSilent(): Promise<boolean> {
    let outcome: 'answered' | 'failed' | undefined;
    const looking = look().then(
      () => {
        outcome = 'answered';
      },
      () => {
        outcome = 'failed';
        client?.end().catch(() => undefined);
        client = undefined;
      },
    );
    let pauses = 0;
    for (; pauses < PAUSES && !outcome; pauses += 1) {
      await Promise.race([looking, sleep(PAUSE_MS, undefined, { ref: false })]);
    }
    if (outcome === 'answered') return pid !== undefined && idle.pauses >= PAUSES;
    // Connecting fails after as long a silence.
    return !outcome || pauses >= PAUSES - 1;
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      if (await isSilent()) {
        if (!ending.signal.aborted) onSilent(silenceOf(url));
        return;
      }
      await sleep(PAUSE_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  return {
    connect,
    begin() {
      const running = run();
      return async () => {
        ending.abort();
        const ended = Promise.allSettled([running, client?.end()]);
        await Promise.race([ended, sleep(STOP.connections, undefined, { ref: false })]);
      };
    },
  };
}

/** Runs statements of any length on a connection, but fails when their answers do not arrive. */
export async function whileAnswered<T>(
  watched: Omit<Watched, 'onSilent'>,
  work: () => Promise<T>,
): Promise<T> {
  const { promise: silent, reject } = Promise.withResolvers<never>();
  const stop = await watchAnswers({ ...watched, onSilent: reject });
  try {
    return await Promise.race([work(), silent]);
  } finally {
    await stop();
  }
}
