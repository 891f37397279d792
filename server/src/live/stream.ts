import type { IncomingMessage, ServerResponse } from 'node:http';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { type Actor, type Credential, findActor } from '../access/actor.ts';
import type { Services } from '../services.ts';
import {
  findPositionBefore,
  isAfter,
  isPruned,
  listEventsAfter,
  type Position,
  READ_LIMIT,
} from './event-log.ts';
import { frameOf, mayHear, type Subscriber } from './open-streams.ts';
import { KEPT_SECONDS } from './prune-change-events.ts';
import { openPosition } from './sealed-position.ts';

/** The address of all streams. */
export const LIVE_PATH = '/realtime/v1';
/**
 * Keeps proxies from closing a quiet stream, and its position recent: a frame with an id alone is
 * no event.
 */
const HEARTBEAT_MS = 25_000;
/** A reader this many bytes behind is disconnected; it reconnects with its Last-Event-ID. */
const BACKLOG_BYTES = 1024 * 1024;
/** The longest replay for a page that has received nothing yet, and for any visitor. */
const LOOK_BACK_SECONDS = 60;
/** How many reads a replay may take; beyond that, refetching everything is cheaper. */
const REPLAY_READS = 4;

/**
 * Serves a stream of server-sent events: `ready`, with its member or null, then `change` for what
 * this caller may receive. With `Last-Event-ID`, or for a page that says how many `seconds` it
 * has been loading, it first replays what was missed, or sends `reset` when that is gone. For
 * visitors it replays one minute only: a day of jobs opening and closing would reveal what no
 * page shows. [X4]
 */
export async function serveStream(
  request: IncomingMessage,
  response: ServerResponse,
  { services, credential, ip }: { services: Services; credential: Credential | null; ip: string },
): Promise<void> {
  // While bytes of a body are waiting to be read, Node does not notice that the client has gone.
  request.resume();
  const actor = credential && (await findActor(services.db, credential));
  // For a client that has already disconnected, nothing would clean up what is opened below.
  if (response.closed) return;
  const { limiter } = services;
  const release = actor
    ? limiter.hold('stream_by_member', actor.id)
    : limiter.hold('stream_by_ip', ip);
  response.on('close', release);
  const missedFrom = await findMissedFrom(
    request,
    services,
    actor ? KEPT_SECONDS : LOOK_BACK_SECONDS,
  );
  // It may have left during this read as well; its place is already released.
  if (response.closed) return;
  let waiting: Array<[frame: Buffer, position: Position]> | null = [];
  /** What another node had sent before this one has read it; null from then on. */
  let ahead: Position | null = null;

  const subscriber: Subscriber = {
    memberId: actor?.id ?? null,
    sessionId: actor?.session_id ?? null,
    isStaff: actor !== null && isStaff(actor),
    send(frame, position) {
      if (waiting) {
        waiting.push([frame, position]);
        return;
      }
      if (ahead && !isAfter(position, ahead)) return;
      ahead = null;
      if (response.writableLength > BACKLOG_BYTES) response.destroy();
      else write(response, frame);
    },
    end: () => response.end(),
  };

  writeHead(response);
  // Subscribe before replaying: events in between are buffered, so that none is lost.
  const { position, unsubscribe } = services.live.subscribe(subscriber);
  const heartbeat = setInterval(() => {
    const read = services.live.position();
    const at = ahead && isAfter(ahead, read) ? ahead : read;
    if (!waiting) write(response, `id: ${services.live.seal(at)}\n\n`);
  }, HEARTBEAT_MS);
  response.on('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });

  // What changed in the session or its member's role before the subscription causes no event here:
  // the page connects again.
  if (credential && actor) {
    const now = await findActor(services.db, credential);
    if (!now || isStaff(now) !== subscriber.isStaff) return subscriber.end();
  }
  const stream = { response, services, subscriber };
  let sentTo = position;
  if (missedFrom === 'elsewhere') sentTo = reset(stream, position);
  // A page that was loading has heard nothing yet: what it asks for beyond this node's position may
  // lie behind a write that has not committed yet, and comes with the stream.
  else if (missedFrom && (request.headers['last-event-id'] || isAfter(position, missedFrom))) {
    sentTo = await replay(stream, { from: missedFrom, upTo: position });
  }
  const reader = JSON.stringify({ member_id: subscriber.memberId });
  const id = services.live.seal(sentTo);
  write(response, `event: ready\nid: ${id}\nretry: 2000\ndata: ${reader}\n\n`);
  const early = waiting;
  waiting = null;
  ahead = sentTo;
  for (const [frame, at] of early) subscriber.send(frame, at);
}

const isStaff = ({ app_role }: Actor) => satisfiesRole(app_role, 'admin');

function writeHead(response: ServerResponse): void {
  // A stream lasts as long as its connection: without chunked encoding, each frame is one write
  // of shared bytes.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'x-accel-buffering': 'no',
  });
}

/** Writes, unless the stream has ended, which may happen at any time with its session. */
function write(response: ServerResponse, frame: string | Buffer): void {
  if (!response.writableEnded) response.write(frame);
}

type Stream = { response: ServerResponse; services: Services; subscriber: Subscriber };

/**
 * Sends the missed events after `from`, up to the start of the subscription; returns the position
 * reached.
 */
async function replay(
  stream: Stream,
  { from, upTo }: { from: Position; upTo: Position },
): Promise<Position> {
  const { response, services, subscriber } = stream;
  let at = from;
  if (await isPruned(services.db, from)) return reset(stream, upTo);
  for (let reads = 0; reads < REPLAY_READS; reads++) {
    const events = await listEventsAfter(services.db, at);
    if (!events) return reset(stream, upTo);
    for (const event of events) {
      if (!event.settled || isAfter(event, upTo)) return at;
      if (mayHear(event, subscriber)) write(response, frameOf(event, services.live.seal(event)));
      at = { tx: event.tx, id: event.id, at: event.at };
    }
    if (events.length < READ_LIMIT) return isAfter(upTo, at) ? upTo : at;
  }
  return reset(stream, upTo);
}

/** Tells the page to refetch everything; returns the position from which it is up to date. */
function reset({ response, services }: Stream, upTo: Position): Position {
  write(response, `event: reset\nid: ${services.live.seal(upTo)}\ndata: {}\n\n`);
  return upTo;
}

/**
 * Where a stream continues: after the last event it received, or when its page began to load.
 * After a restore from a backup, its position belongs to another history. Its age decides whether
 * it is still used, not what happened since: that would tell that something did.
 */
async function findMissedFrom(
  { headers, url = '' }: IncomingMessage,
  { db, live, secret, clock }: Services,
  longest: number,
): Promise<Position | 'elsewhere' | null> {
  const lastEventId = headers['last-event-id']?.toString();
  if (lastEventId) {
    const sent = openPosition(secret, live.history(), lastEventId);
    const isRecent = sent !== null && clock.now().getTime() - sent.sentAt <= longest * 1000;
    return isRecent ? sent.position : 'elsewhere';
  }
  const seconds = Number(new URLSearchParams(url.split('?')[1]).get('seconds'));
  return seconds > 0 && seconds <= LOOK_BACK_SECONDS ? findPositionBefore(db, seconds) : null;
}
