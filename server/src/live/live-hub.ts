import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { userRoles } from '../db/schema/staff.ts';
import { STOP, TIMEOUTS } from '../timeouts.ts';
import {
  formatPosition,
  getHead,
  isAfter,
  listEventsAfter,
  type Position,
  READ_LIMIT,
  type RecordedEvent,
} from './event-log.ts';

/** One open stream: who listens, and how to hand it a frame or end it. */
export type Subscriber = {
  memberId: string | null;
  sessionId: string | null;
  isStaff: boolean;
  send(frame: Buffer, position: Position): void;
  end(): void;
};

/** Sends recorded changes to the streams of this process. */
export type LiveHub = {
  /** Everything after `position` is sent from now on. */
  subscribe(subscriber: Subscriber): { position: Position; unsubscribe(): void };
  /** Says that something was written; costs nothing and may be called too often. */
  wake(): void;
  /** What the positions of this database belong to; a restore begins another. */
  history(): string;
  size(): number;
  stop(): Promise<void>;
};

const CHANNEL = 'kindpal_live';
/** Looked at without being woken: covers a lost wake and a writer that died before it could call. */
const POLL_MS = 1_000;
/** An unsettled event is looked at again after this. */
const UNSETTLED_MS = 3;
/** While much is written, events are read at most this often, many at once. */
const GATHER_MS = 4;
/** Other nodes are notified at most this often: NOTIFY makes commits take turns. */
const NOTIFY_MS = 20;
const RECONNECT_MS = 1_000;

/** One event as a frame of a server-sent event stream: bytes, encoded once for all that hear of it. */
export function frameOf(event: RecordedEvent, history: string): Buffer {
  const change = {
    table: event.table_name,
    op: event.op,
    id: event.row_id,
    ...(event.job_id ? { job_id: event.job_id } : {}),
    ...(event.conversation_id ? { conversation_id: event.conversation_id } : {}),
  };
  return Buffer.from(
    `event: change\nid: ${formatPosition(event, history)}\ndata: ${JSON.stringify(change)}\n\n`,
  );
}

/** Whether a member and the one that a public event is about are blocked. */
function isHiddenFrom(event: Pick<RecordedEvent, 'hidden_from'>, memberId: string | null): boolean {
  return event.hidden_from !== null && memberId !== null && event.hidden_from.includes(memberId);
}

const isPublic = ({ audience, to_staff }: Pick<RecordedEvent, 'audience' | 'to_staff'>) =>
  audience === null && !to_staff;

/** Events in groups, each up to one that may change who hears what follows. */
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

/** Whether a stream may be told of an event. */
export function mayHear(
  event: Pick<RecordedEvent, 'audience' | 'hidden_from' | 'to_staff'>,
  who: { memberId: string | null; isStaff: boolean },
): boolean {
  if (isHiddenFrom(event, who.memberId)) return false;
  if (isPublic(event)) return true;
  if (event.to_staff && who.isStaff) return true;
  return who.memberId !== null && (event.audience?.includes(who.memberId) ?? false);
}

/**
 * Starts reading the event log and telling subscribers. The log is the truth; LISTEN/NOTIFY and
 * `wake` only say that it is time to look. [X4]
 */
export async function startLiveHub(options: {
  db: Database;
  databaseUrl: string;
  log: Logger;
}): Promise<LiveHub> {
  const { db, databaseUrl, log } = options;
  const everyone = new Set<Subscriber>();
  const byMember = new Map<string, Set<Subscriber>>();
  /** Members with open streams whose role has to be read again before anything more is told. */
  const staleRoles = new Set<string>();
  const node = randomUUID();
  let { history, ...position } = await getHead(db);
  let reading = false;
  let wanted = false;
  let stopped = false;
  let notifyTimer: NodeJS.Timeout | undefined;
  let listener: pg.Client | undefined;

  function audienceOf(event: RecordedEvent): Iterable<Subscriber> {
    if (isPublic(event)) return everyone;
    const reached = new Set(event.audience?.flatMap((id) => [...(byMember.get(id) ?? [])]));
    if (event.to_staff) for (const one of everyone) if (one.isStaff) reached.add(one);
    return reached;
  }

  /**
   * Tells events that came together, each stream in their order. Streams that any of them names come
   * before the many that hear only what is for everybody: writing to these takes longer than all the rest.
   */
  function tellAll(events: RecordedEvent[]): void {
    const told = events.map((event) => ({
      event,
      frame: frameOf(event, history),
      readers: isPublic(event) ? null : new Set(audienceOf(event)),
    }));
    const named = new Set(told.flatMap(({ readers }) => [...(readers ?? [])]));
    for (const { event, frame, readers } of told) {
      for (const one of readers ?? named) {
        if (!isHiddenFrom(event, one.memberId)) one.send(frame, event);
      }
    }
    for (const { event, frame, readers } of told) {
      if (readers) continue;
      for (const one of everyone) {
        if (!named.has(one) && !isHiddenFrom(event, one.memberId)) one.send(frame, event);
      }
    }
    for (const event of events) followUp(event);
  }

  /** What else an event means for streams that are open. */
  function followUp(event: RecordedEvent): void {
    if (event.table_name === 'sessions') {
      for (const id of event.audience ?? [])
        for (const one of byMember.get(id) ?? []) if (one.sessionId === event.row_id) one.end();
    }
    if (event.table_name === 'users' && byMember.has(event.row_id)) staleRoles.add(event.row_id);
  }

  /**
   * A promotion or demotion counts for streams that are already open. What could not be read while
   * the database was away stays noted, and is read before the next event is told.
   */
  async function refreshRoles(): Promise<void> {
    for (const memberId of staleRoles) {
      const [row] = await db.drizzle
        .select({ role: userRoles.role })
        .from(userRoles)
        .where(eq(userRoles.user_id, memberId));
      for (const one of byMember.get(memberId) ?? [])
        one.isStaff = row !== undefined && row.role !== 'user';
      staleRoles.delete(memberId);
    }
  }

  async function readOnce(): Promise<'done' | 'more' | 'unsettled'> {
    await refreshRoles();
    const events = await listEventsAfter(db, position);
    const unsettled = events.findIndex(({ settled }) => !settled);
    const ready = unsettled === -1 ? events : events.slice(0, unsettled);
    for (const together of untilEachTurn(ready)) {
      tellAll(together);
      const { tx, id } = together.at(-1) as RecordedEvent;
      position = { tx, id };
      if (staleRoles.size > 0) await refreshRoles();
    }
    if (unsettled !== -1) return 'unsettled';
    return events.length === READ_LIMIT ? 'more' : 'done';
  }

  async function pump(): Promise<void> {
    if (reading || stopped) return;
    reading = true;
    try {
      while (wanted && !stopped) {
        wanted = false;
        const outcome = await readOnce();
        if (outcome === 'done' && wanted) await sleep(GATHER_MS);
        if (outcome === 'unsettled') await sleep(UNSETTLED_MS);
        if (outcome !== 'done') wanted = true;
      }
    } catch (error) {
      log.warn({ err: error }, 'live events could not be read; trying again');
    } finally {
      reading = false;
    }
  }

  function look(): void {
    wanted = true;
    pump().catch((error: unknown) => log.error({ err: error }, 'live events stopped'));
  }

  function notifyOthers(): void {
    notifyTimer ??= setTimeout(() => {
      notifyTimer = undefined;
      db.pool.query('SELECT pg_notify($1, $2)', [CHANNEL, node]).catch(() => undefined);
    }, NOTIFY_MS);
  }

  /** A database that was restored while it was away is behind what was told, or of another history. */
  async function followHistory(): Promise<void> {
    // Compared as it was before: while the head is asked for, events after it may be told.
    const told = position;
    const { history: found, ...head } = await getHead(db);
    if (found === history && !isAfter(told, head)) return;
    history = found;
    position = head;
    for (const subscriber of [...everyone]) subscriber.end();
  }

  async function listen(): Promise<void> {
    if (stopped) return;
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'kindpal-live',
      connectionTimeoutMillis: TIMEOUTS.databaseConnect,
      keepAlive: true,
    });
    client.on('notification', (message) => {
      if (message.payload !== node) look();
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (!stopped) setTimeout(relisten, RECONNECT_MS).unref();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      listener = client;
      await followHistory();
      look();
    } catch {
      await client.end().catch(() => undefined);
    }
  }

  function relisten(): void {
    listen().catch((error: unknown) => log.warn({ err: error }, 'live events are not listened to'));
  }

  await listen();
  const poll = setInterval(look, POLL_MS);
  poll.unref();

  return {
    subscribe(subscriber) {
      everyone.add(subscriber);
      const { memberId } = subscriber;
      if (memberId) {
        const streams = byMember.get(memberId) ?? new Set();
        byMember.set(memberId, streams.add(subscriber));
      }
      return {
        position,
        unsubscribe() {
          everyone.delete(subscriber);
          const streams = memberId ? byMember.get(memberId) : undefined;
          streams?.delete(subscriber);
          if (memberId && streams?.size === 0) byMember.delete(memberId);
        },
      };
    },
    wake() {
      look();
      notifyOthers();
    },
    history: () => history,
    size: () => everyone.size,
    async stop() {
      if (stopped) return;
      stopped = true;
      clearInterval(poll);
      clearTimeout(notifyTimer);
      for (const subscriber of [...everyone]) subscriber.end();
      await Promise.race([listener?.end(), sleep(STOP.connections, undefined, { ref: false })]);
    },
  };
}
