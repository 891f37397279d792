import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, ne } from 'drizzle-orm';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import { userRoles } from '../db/schema/staff.ts';
import { STOP, TIMEOUTS } from '../timeouts.ts';
import {
  getHead,
  isAfter,
  listEventsAfter,
  type Position,
  READ_LIMIT,
  type RecordedEvent,
} from './event-log.ts';
import { sealPosition } from './sealed-position.ts';

/** An open stream: its member, and how to send it a frame or end it. */
export type Subscriber = {
  memberId: string | null;
  sessionId: string | null;
  isStaff: boolean;
  send(frame: Buffer, position: Position): void;
  end(): void;
};

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

const CHANNEL = 'kindpal_live';
/** Polling interval: covers a lost wake-up, and a writer that died before it could signal. */
const POLL_MS = 1_000;
/** An unsettled event is checked again after this time. */
const UNSETTLED_MS = 3;
/** Under load, events are read at most this often, in batches. */
const GATHER_MS = 4;
/** Other nodes are notified at most this often: NOTIFY serializes commits. */
const NOTIFY_MS = 20;
const RECONNECT_MS = 1_000;

/** An event as a server-sent event frame: encoded once for all its receivers. */
export function frameOf(event: RecordedEvent, sealedPosition: string): Buffer {
  const change = {
    table: event.table_name,
    op: event.op,
    id: event.row_id,
    ...(event.job_id ? { job_id: event.job_id } : {}),
    ...(event.conversation_id ? { conversation_id: event.conversation_id } : {}),
  };
  return Buffer.from(`event: change\nid: ${sealedPosition}\ndata: ${JSON.stringify(change)}\n\n`);
}

/** Whether a block hides a public event about somebody from a member. */
function isHiddenFrom(event: Pick<RecordedEvent, 'hidden_from'>, memberId: string | null): boolean {
  return event.hidden_from !== null && memberId !== null && event.hidden_from.includes(memberId);
}

const isPublic = ({ audience, to_staff }: Pick<RecordedEvent, 'audience' | 'to_staff'>) =>
  audience === null && !to_staff;

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

/** Whether a stream may receive an event. */
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
 * Starts reading the event log and sending to subscribers. The log is the source of truth;
 * LISTEN/NOTIFY and `wake` only signal that it is time to read. [X4]
 */
export async function startLiveHub(options: {
  db: Database;
  databaseUrl: string;
  log: Logger;
  secret: string;
  now: () => Date;
}): Promise<LiveHub> {
  const { db, databaseUrl, log, secret, now } = options;
  const everyone = new Set<Subscriber>();
  const byMember = new Map<string, Set<Subscriber>>();
  /** Members with open streams whose role must be read again before anything else is sent. */
  const staleRoles = new Set<string>();
  const node = randomUUID();
  let { history, ...position } = await getHead(db);
  let reading = false;
  let wanted = false;
  let stopped = false;
  let notifyTimer: NodeJS.Timeout | undefined;
  let listener: pg.Client | undefined;

  const seal = (place: Position) =>
    sealPosition(secret, history, { position: place, sentAt: now().getTime() });

  function audienceOf(event: RecordedEvent): Iterable<Subscriber> {
    if (isPublic(event)) return everyone;
    const reached = new Set(event.audience?.flatMap((id) => [...(byMember.get(id) ?? [])]));
    if (event.to_staff) for (const one of everyone) if (one.isStaff) reached.add(one);
    return reached;
  }

  /**
   * Sends a batch of events, in order for each stream. Streams that an event names come before
   * the many that only receive public events, because writing to those takes longer than
   * everything else.
   */
  function sendToStreams(events: RecordedEvent[]): void {
    const told = events.map((event) => ({
      event,
      frame: frameOf(event, seal(event)),
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

  /** Other effects of an event on open streams. */
  function followUp(event: RecordedEvent): void {
    if (event.table_name === 'sessions') {
      for (const id of event.audience ?? []) {
        const streams = byMember.get(id);
        // An update of a session: its second factor was used or lost.
        if (event.op !== 'delete' && streams) staleRoles.add(id);
        else for (const one of streams ?? []) if (one.sessionId === event.row_id) one.end();
      }
    }
    if (event.table_name === 'users' && byMember.has(event.row_id)) staleRoles.add(event.row_id);
  }

  /**
   * Applies a promotion, a demotion or a lost second factor to open streams. Roles that could not
   * be read while the database was down stay marked, and are read before the next event is sent.
   */
  async function refreshRoles(): Promise<void> {
    for (const memberId of staleRoles) {
      // As for a call: the role counts only in sessions that showed a second factor.
      const rows = await db.drizzle
        .select({ id: authSession.id })
        .from(authSession)
        .innerJoin(userRoles, eq(userRoles.user_id, authSession.userId))
        .where(
          and(
            eq(authSession.userId, memberId),
            authSession.admitsStaff,
            ne(userRoles.role, 'user'),
          ),
        );
      const admitted = new Set<string | null>(rows.map(({ id }) => id));
      for (const one of byMember.get(memberId) ?? []) one.isStaff = admitted.has(one.sessionId);
      staleRoles.delete(memberId);
    }
  }

  async function readOnce(): Promise<'done' | 'more' | 'unsettled'> {
    await refreshRoles();
    const events = await listEventsAfter(db, position);
    const unsettled = events.findIndex(({ settled }) => !settled);
    const ready = unsettled === -1 ? events : events.slice(0, unsettled);
    for (const together of untilEachTurn(ready)) {
      sendToStreams(together);
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

  /**
   * A database that was restored while disconnected is behind what was sent, or has another
   * history.
   */
  async function followHistory(): Promise<void> {
    // Compare with the position from before the query, because events may be sent while it runs.
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
    listen().catch((error: unknown) => log.warn({ err: error }, 'cannot listen for live events'));
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
    position: () => position,
    seal,
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
