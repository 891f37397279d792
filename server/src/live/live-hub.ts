import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import {
  getHead,
  listEventsAfter,
  type Position,
  READ_LIMIT,
  type RecordedEvent,
} from './event-log.ts';
import { OpenStreams, type Subscriber } from './open-streams.ts';
import { sealPosition } from './sealed-position.ts';
import { startWakeUps } from './wake-ups.ts';

/** Sends recorded changes to the streams of this process. */
export type LiveHub = {
  /** Everything after `position` will be sent. */
  subscribe(subscriber: Subscriber): { position: Position; unsubscribe(): void };
  /** Signals that something was written; cheap, and harmless if called too often. */
  wake(): void;
  /** The position up to which everything has been sent. */
  position(): Position;
  /** A position as clients receive it, different each time. */
  seal(position: Position): string;
  /** The history of this database's positions; a restore starts another. */
  history(): string;
  size(): number;
  stop(): Promise<void>;
};

/** Polling interval: covers a lost wake-up, and a writer that died before it could signal. */
const POLL_MS = 1_000;
/** How often the streams of expired sessions are ended. */
export const EXPIRY_MS = 25_000;
/** An unsettled event is checked again after this time. */
const UNSETTLED_MS = 3;
/** Under load, events are read at most this often, in batches. */
const GATHER_MS = 4;

type Options = {
  db: Database;
  databaseUrl: string;
  log: Logger;
  secret: string;
  now: () => Date;
};

/**
 * Starts reading the event log and sending to subscribers. The log is the source of truth;
 * LISTEN/NOTIFY and `wake` only signal that it is time to read. [X4]
 */
export async function startLiveHub({
  db,
  databaseUrl,
  log,
  secret,
  now,
}: Options): Promise<LiveHub> {
  let { history, ...position } = await getHead(db);
  const seal = (place: Position) =>
    sealPosition(secret, history, { position: place, sentAt: now().getTime() });
  const streams = new OpenStreams({ db, seal });

  async function readOnce(): Promise<Outcome> {
    await streams.refreshRoles();
    const events = await listEventsAfter(db, position);
    if (!events) {
      log.warn('the database lost changes that were sent, as after a failover: streams are ended');
      startOver(await getHead(db));
      return 'more';
    }
    const unsettled = events.findIndex(({ settled }) => !settled);
    const ready = unsettled === -1 ? events : events.slice(0, unsettled);
    for (const together of untilEachTurn(ready)) {
      streams.send(together);
      const { tx, id, at } = together.at(-1) as RecordedEvent;
      position = { tx, id, at };
      await streams.refreshRoles();
    }
    if (unsettled !== -1) return 'unsettled';
    return events.length === READ_LIMIT ? 'more' : 'done';
  }

  /** Ends all streams. Each continues after its last event, or gets a reset if that is lost. */
  function startOver({ history: found, ...head }: Awaited<ReturnType<typeof getHead>>): void {
    history = found;
    position = head;
    streams.endAll();
  }

  /** A database that was restored while disconnected has another history. */
  async function followHistory(): Promise<void> {
    const head = await getHead(db);
    if (head.history !== history) startOver(head);
  }

  const reader = createReader(readOnce, log);
  const others = await startWakeUps({
    db,
    databaseUrl,
    log,
    onWakeUp: reader.look,
    onConnect: followHistory,
  });
  const poll = setInterval(reader.look, POLL_MS);
  poll.unref();
  const expiry = setInterval(() => {
    streams.endExpired().catch((error: unknown) => {
      log.warn({ err: error }, 'expired sessions could not be read; trying again');
    });
  }, EXPIRY_MS);
  expiry.unref();

  return {
    subscribe: (subscriber) => ({ position, unsubscribe: streams.add(subscriber) }),
    wake() {
      reader.look();
      others.notifyOthers();
    },
    position: () => position,
    seal,
    history: () => history,
    size: () => streams.size,
    async stop() {
      reader.stop();
      clearInterval(poll);
      clearInterval(expiry);
      streams.close();
      await others.stop();
    },
  };
}

/** Events in groups, each up to one that may change who receives the next ones. */
function untilEachTurn(events: RecordedEvent[]): RecordedEvent[][] {
  const groups: RecordedEvent[][] = [];
  let isOpen = false;
  for (const event of events) {
    if (isOpen) groups.at(-1)?.push(event);
    else groups.push([event]);
    isOpen = event.table_name !== 'sessions' && event.table_name !== 'users';
  }
  return groups;
}

type Outcome = 'done' | 'more' | 'unsettled';

/** Runs one `readOnce` at a time: after each `look`, and again until everything is read. */
function createReader(readOnce: () => Promise<Outcome>, log: Logger) {
  let isReading = false;
  let isWanted = false;
  let isStopped = false;

  async function read(): Promise<void> {
    if (isReading || isStopped) return;
    isReading = true;
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        const outcome = await readOnce();
        if (outcome === 'done' && isWanted) await sleep(GATHER_MS);
        if (outcome === 'unsettled') await sleep(UNSETTLED_MS);
        if (outcome !== 'done') isWanted = true;
      }
    } catch (error) {
      log.warn({ err: error }, 'live events could not be read; trying again');
    } finally {
      isReading = false;
    }
  }

  return {
    look(): void {
      isWanted = true;
      read().catch((error: unknown) => log.error({ err: error }, 'live events stopped'));
    },
    stop(): void {
      isStopped = true;
    },
  };
}
