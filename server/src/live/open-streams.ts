import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import { userRoles } from '../db/schema/staff.ts';
import type { Position, RecordedEvent } from './event-log.ts';

/** An open stream: its member, and how to send it a frame or end it. */
export type Subscriber = {
  memberId: string | null;
  sessionId: string | null;
  isStaff: boolean;
  send(frame: Buffer, position: Position): void;
  end(): void;
};

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

/**
 * Whether a public event is hidden from a visitor, who sees nothing of the change, or because of a
 * block from a member.
 */
function isHiddenFrom(
  event: Pick<RecordedEvent, 'hidden_from' | 'hidden_from_visitors'>,
  memberId: string | null,
): boolean {
  if (memberId === null) return event.hidden_from_visitors;
  return event.hidden_from?.includes(memberId) ?? false;
}

const isPublic = ({ audience, to_staff }: Pick<RecordedEvent, 'audience' | 'to_staff'>) =>
  audience === null && !to_staff;

/** Whether a stream may receive an event. */
export function mayHear(
  event: Pick<RecordedEvent, 'audience' | 'hidden_from' | 'hidden_from_visitors' | 'to_staff'>,
  who: { memberId: string | null; isStaff: boolean },
): boolean {
  if (isHiddenFrom(event, who.memberId)) return false;
  if (isPublic(event)) return true;
  if (event.to_staff && who.isStaff) return true;
  return who.memberId !== null && (event.audience?.includes(who.memberId) ?? false);
}

/** The open streams of this process. */
export class OpenStreams {
  #everyone = new Set<Subscriber>();
  #byMember = new Map<string, Set<Subscriber>>();
  /** Members with open streams whose role must be read again before anything else is sent. */
  #staleRoles = new Set<string>();
  #isClosed = false;
  #db: Database;
  #seal: (position: Position) => string;

  /** `seal` makes a position as clients receive it. */
  constructor({ db, seal }: { db: Database; seal: (position: Position) => string }) {
    this.#db = db;
    this.#seal = seal;
  }

  get size(): number {
    return this.#everyone.size;
  }

  /** Adds a stream; returns a function that removes it. */
  add(subscriber: Subscriber): () => void {
    this.#everyone.add(subscriber);
    const { memberId } = subscriber;
    if (memberId) {
      const streams = this.#byMember.get(memberId) ?? new Set();
      this.#byMember.set(memberId, streams.add(subscriber));
    }
    if (this.#isClosed) subscriber.end();
    return () => {
      this.#everyone.delete(subscriber);
      const streams = memberId ? this.#byMember.get(memberId) : undefined;
      streams?.delete(subscriber);
      if (memberId && streams?.size === 0) this.#byMember.delete(memberId);
    };
  }

  endAll(): void {
    for (const subscriber of [...this.#everyone]) subscriber.end();
  }

  /** Ends all, and every stream that is still added: a stop would wait for it. */
  close(): void {
    this.#isClosed = true;
    this.endAll();
  }

  /** Ends the streams of expired sessions: there is no event until they are removed. */
  async endExpired(): Promise<void> {
    const ids = [...this.#byMember.values()].flatMap((streams) =>
      [...streams].map(({ sessionId }) => sessionId),
    );
    if (ids.length === 0) return;
    const rows = await this.#db.drizzle
      .select({ id: authSession.id })
      .from(authSession)
      .where(
        and(
          // One parameter, however many streams are open.
          sql`${authSession.id} = ANY(${sql.param(ids)}::uuid[])`,
          lte(authSession.expiresAt, sql`now()`),
        ),
      );
    const expired = new Set<string | null>(rows.map(({ id }) => id));
    for (const one of [...this.#everyone]) if (expired.has(one.sessionId)) one.end();
  }

  /**
   * Sends a batch of events, in order for each stream. Streams that an event names come before
   * the many that only receive public events, because writing to those takes longer than
   * everything else.
   */
  send(events: RecordedEvent[]): void {
    const told = events.map((event) => {
      const readers = isPublic(event) ? null : this.#listReaders(event);
      // Most events concern members without an open stream, and sealing takes most of the time.
      const isHeard = (readers ?? this.#everyone).size > 0;
      return { event, readers, frame: isHeard ? frameOf(event, this.#seal(event)) : null };
    });
    const named = new Set(told.flatMap(({ readers }) => [...(readers ?? [])]));
    for (const { event, frame, readers } of told) {
      if (!frame) continue;
      for (const one of readers ?? named) {
        if (!isHiddenFrom(event, one.memberId)) one.send(frame, event);
      }
    }
    for (const { event, frame, readers } of told) {
      if (readers || !frame) continue;
      for (const one of this.#everyone) {
        if (!named.has(one) && !isHiddenFrom(event, one.memberId)) one.send(frame, event);
      }
    }
    for (const event of events) this.#followUp(event);
  }

  /** The streams that receive an event that is not public. */
  #listReaders({ audience, to_staff }: RecordedEvent): Set<Subscriber> {
    const readers = new Set(audience?.flatMap((id) => [...(this.#byMember.get(id) ?? [])]));
    if (to_staff) for (const one of this.#everyone) if (one.isStaff) readers.add(one);
    return readers;
  }

  /** Other effects of an event on open streams. */
  #followUp(event: RecordedEvent): void {
    if (event.table_name === 'sessions') {
      for (const id of event.audience ?? []) {
        const streams = this.#byMember.get(id);
        // An update of a session: its second factor was used or lost.
        if (event.op !== 'delete' && streams) this.#staleRoles.add(id);
        else for (const one of streams ?? []) if (one.sessionId === event.row_id) one.end();
      }
    }
    if (event.table_name === 'users' && this.#byMember.has(event.row_id)) {
      this.#staleRoles.add(event.row_id);
    }
  }

  /**
   * Applies a promotion, a demotion or a lost second factor to open streams. Roles that could not
   * be read while the database was down stay marked, and are read before the next event is sent.
   */
  async refreshRoles(): Promise<void> {
    for (const memberId of this.#staleRoles) {
      // As for a call: the role counts only in sessions that showed a second factor.
      const rows = await this.#db.drizzle
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
      for (const one of this.#byMember.get(memberId) ?? []) {
        one.isStaff = admitted.has(one.sessionId);
      }
      this.#staleRoles.delete(memberId);
    }
  }
}
