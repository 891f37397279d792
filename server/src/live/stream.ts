import type { IncomingMessage, ServerResponse } from 'node:http';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { type Credential, findActor } from '../access/actor.ts';
import type { Services } from '../services.ts';
import {
  findPositionBefore,
  formatPosition,
  isAfter,
  isLongAgo,
  isPruned,
  listEventsAfter,
  type Position,
  parsePosition,
  READ_LIMIT,
} from './event-log.ts';
import { frameOf, mayHear, type Subscriber } from './live-hub.ts';

/** The one address of all streams. */
export const LIVE_PATH = '/realtime/v1';
/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 25_000;
/** A reader this many bytes behind is cut off; it comes back with its Last-Event-ID. */
const BACKLOG_BYTES = 1024 * 1024;
/** The most that a page may look back without having heard anything yet, and a visitor at all. */
const LOOK_BACK_SECONDS = 60;
/** How many reads a replay may take before refetching everything is the cheaper way. */
const REPLAY_READS = 4;

/**
 * Serves one stream of server-sent events: `ready`, with the member it is for or null, then `change`
 * for what this caller may hear of.
 * With `Last-Event-ID`, or for a page that says how many `seconds` it has been loading, it first
 * replays what was missed, or says `reset` when that is gone. To visitors it replays a minute only:
 * a day of jobs that open and close would tell them what no page shows. [X4]
 */
export async function serveStream(
  request: IncomingMessage,
  response: ServerResponse,
  { services, credential, ip }: { services: Services; credential: Credential | null; ip: string },
): Promise<void> {
  const actor = credential && (await findActor(services.db, credential));
  // A caller who has hung up already would never close what is opened for them here.
  if (response.closed) return;
  const { limiter } = services;
  const release = actor
    ? limiter.hold('stream_by_member', actor.id)
    : limiter.hold('stream_by_ip', ip);
  response.on('close', release);
  const missedFrom = await findMissedFrom(request, services);
  let waiting: Array<[frame: Buffer, position: Position]> | null = [];

  const subscriber: Subscriber = {
    memberId: actor?.id ?? null,
    sessionId: actor?.session_id ?? null,
    isStaff: actor !== null && satisfiesRole(actor.app_role, 'admin'),
    send(frame, position) {
      if (waiting) waiting.push([frame, position]);
      else if (response.writableLength > BACKLOG_BYTES) response.destroy();
      else write(frame);
    },
    end: () => response.end(),
  };

  // A stream lasts as long as its connection: without chunks each frame is one write of shared bytes.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'x-accel-buffering': 'no',
  });
  // Subscribe before replaying: what happens in between waits, and nothing falls into the gap.
  const { position, unsubscribe } = services.live.subscribe(subscriber);
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  response.on('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });

  // A session that ended before the subscription began was told to nobody here.
  if (credential && actor && !(await findActor(services.db, credential))) return subscriber.end();
  let sentTo = position;
  if (missedFrom === 'elsewhere') sentTo = reset(position);
  else if (missedFrom) sentTo = await replay(missedFrom, position);
  const reader = JSON.stringify({ member_id: subscriber.memberId });
  write(
    `event: ready\nid: ${formatPosition(sentTo, services.live.history())}\nretry: 2000\ndata: ${reader}\n\n`,
  );
  for (const [frame, at] of waiting) if (isAfter(at, sentTo)) write(frame);
  waiting = null;

  /** Writes, unless the stream has ended: its session may have, at any moment. */
  function write(frame: string | Buffer): void {
    if (!response.writableEnded) response.write(frame);
  }

  /** Sends what was missed up to where the subscription began; gives the place reached. */
  async function replay(from: Position, upTo: Position): Promise<Position> {
    let at = from;
    if (await isPruned(services.db, from)) return reset(upTo);
    if (!actor && (await isLongAgo(services.db, from, LOOK_BACK_SECONDS))) return reset(upTo);
    for (let reads = 0; reads < REPLAY_READS; reads++) {
      const events = await listEventsAfter(services.db, at);
      for (const event of events) {
        if (!event.settled || isAfter(event, upTo)) return at;
        if (mayHear(event, subscriber)) write(frameOf(event, services.live.history()));
        at = { tx: event.tx, id: event.id };
      }
      if (events.length < READ_LIMIT) return isAfter(upTo, at) ? upTo : at;
    }
    return reset(upTo);
  }

  function reset(upTo: Position): Position {
    write(`event: reset\nid: ${formatPosition(upTo, services.live.history())}\ndata: {}\n\n`);
    return upTo;
  }
}

/**
 * From where a stream goes on: after the last event it heard, or since its page began to load.
 * What it heard is elsewhere when the database has been restored from a backup since.
 */
async function findMissedFrom(
  { headers, url = '' }: IncomingMessage,
  { db, live }: Services,
): Promise<Position | 'elsewhere' | null> {
  const heard = headers['last-event-id']?.toString();
  if (heard) return parsePosition(heard, live.history()) ?? 'elsewhere';
  const seconds = Number(new URLSearchParams(url.split('?')[1]).get('seconds'));
  return seconds > 0 && seconds <= LOOK_BACK_SECONDS ? findPositionBefore(db, seconds) : null;
}
