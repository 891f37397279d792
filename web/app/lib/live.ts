import type { ChangeEvent } from '@kindpal/contract/live/schema';
import { LiveQueue } from './live-queue.ts';
import { type LiveSignal, openStream } from './live-stream.ts';
import { targetsOf } from './live-targets.ts';
import { queryClient } from './query-client.ts';

const NAME = 'kindpal-live';
const queue = new LiveQueue();
const listeners = new Set<(event: ChangeEvent) => void>();
const readerListeners = new Set<(memberId: string | null) => void>();

/** Hears every change that reaches this browser, after its queries were told to look again. */
export function onChange(listener: (event: ChangeEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hears which member a stream is for, whenever one begins; null for a visitor. */
export function onReader(listener: (memberId: string | null) => void): () => void {
  readerListeners.add(listener);
  return () => readerListeners.delete(listener);
}

function take(signal: LiveSignal): void {
  if (signal.kind === 'reader') {
    for (const listener of readerListeners) listener(signal.memberId);
    return;
  }
  if (signal.kind === 'reset') {
    const before = Date.now();
    const isOlder = {
      predicate: (query: { state: { dataUpdatedAt: number } }) =>
        query.state.dataUpdatedAt < before,
    };
    queue.add({
      id: 'everything',
      spreadMs: 500,
      refetch: () => queryClient.invalidateQueries(isOlder),
    });
    return;
  }
  for (const target of targetsOf(signal.event)) queue.add(target);
  for (const listener of listeners) listener(signal.event);
}

type Turn = { work: () => void; whenTaken: () => void };

/**
 * Holds the lock of its name until the signal aborts; one tab of the browser at a time. `whenTaken`
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
 * Looks again at what a change by this tab concerns, asked for at `since` (epoch ms): once, whether the
 * stream tells of it first or its own answer. Resolves when everything is up to date. [X4] [J5] [J9]
 */
export async function lookAgain(change: ChangeEvent, since: number): Promise<void> {
  const hasNews = users > 0;
  await Promise.all(targetsOf(change).map((target) => queue.addOwn(target, { since, hasNews })));
}

let users = 0;
let stopListening = () => {};

/**
 * Keeps this tab's data current until everybody who asked for it has called the returned function.
 * One tab holds the stream and tells the others, so that any number of tabs uses one of the
 * browser's connections. [X4]
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
  // What happened while this tab loaded was told to the others before it listened to them.
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
