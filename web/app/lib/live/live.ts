import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { queryClient } from '../calls/query-client.ts';
import { LiveQueue } from './live-queue.ts';
import { type LiveSignal, openStream } from './live-stream.ts';
import { targetsOf } from './live-targets.ts';

const NAME = 'kindpal-live';
const queue = new LiveQueue();
const listeners = new Set<(signal: LiveSignal) => void>();

/**
 * Calls back on every signal of the stream in this browser, after the queries that it affects were
 * told to refetch.
 */
export function onSignal(listener: (signal: LiveSignal) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back on every change event. */
export function onChange(listener: (event: ChangeEvent) => void): () => void {
  return onSignal((signal) => signal.kind === 'change' && listener(signal.event));
}

/** Calls back with a stream's member whenever one starts; null for a visitor. */
export function onViewer(listener: (memberId: string | null) => void): () => void {
  return onSignal((signal) => signal.kind === 'reader' && listener(signal.memberId));
}

function take(signal: LiveSignal): void {
  if (signal.kind === 'change') for (const target of targetsOf(signal.event)) queue.add(target);
  // All of it: what is fetched at this moment may be answered with data from before the reset.
  if (signal.kind === 'reset') {
    queue.add({
      id: 'everything',
      spreadMs: 500,
      refetch: () => queryClient.invalidateQueries(),
    });
  }
  for (const listener of listeners) listener(signal);
}

type Turn = { work: () => void; whenTaken: () => void };

/**
 * Holds a named lock until the signal aborts, in one tab of the browser at a time. `whenTaken`
 * runs once if another tab holds it.
 */
async function whileAlone(until: AbortSignal, { work, whenTaken }: Turn): Promise<void> {
  if (!('locks' in navigator)) return work();
  const hold = async (lock: Lock | null) => {
    if (!lock) return false;
    work();
    await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve()));
    return true;
  };
  if (await navigator.locks.request(NAME, { ifAvailable: true }, hold)) return;
  if (until.aborted) return;
  whenTaken();
  try {
    await navigator.locks.request(NAME, { signal: until }, hold);
  } catch (error) {
    if (!until.aborted) throw error;
  }
}

/**
 * Refetches what a change by this tab affects, requested at `since` (epoch ms): once, whether its
 * event or its response comes first. Resolves when everything is up to date. [X4] [J5] [J9]
 */
export async function refetchAffected(change: ChangeEvent, since: number): Promise<void> {
  const hasStream = users > 0;
  await Promise.all(targetsOf(change).map((target) => queue.addOwn(target, { since, hasStream })));
}

let users = 0;
let stopListening = () => {};

/**
 * Keeps this tab's data current until every caller has called the returned function. One tab
 * holds the stream and forwards events to the others, so that all tabs together use one
 * connection. [X4]
 */
export function startLive(): () => void {
  users += 1;
  if (users === 1) stopListening = listen();
  let isStopped = false;
  return () => {
    if (isStopped) return;
    isStopped = true;
    users -= 1;
    if (users === 0) stopListening();
  };
}

function listen(): () => void {
  const stop = new AbortController();
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : null;
  if (channel) channel.onmessage = ({ data }: MessageEvent<LiveSignal>) => take(data);
  const lead = () =>
    openStream((signal) => {
      channel?.postMessage(signal);
      take(signal);
    }, stop.signal);
  // Events during this tab's loading were forwarded before it listened.
  const catchUp = () => {
    const isCaughtUp = new AbortController();
    openStream(
      (signal) => {
        take(signal);
        if (signal.kind === 'reader') isCaughtUp.abort();
      },
      AbortSignal.any([stop.signal, isCaughtUp.signal]),
    );
  };
  void whileAlone(stop.signal, { work: lead, whenTaken: catchUp });
  return () => {
    stop.abort();
    channel?.close();
  };
}
