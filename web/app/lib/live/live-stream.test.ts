import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveSignal, openStream } from './live-stream.ts';

/** The browser's stream: the test says what happens to its connection. */
class Connection extends EventTarget {
  static CLOSED = 2;
  static opened: Connection[] = [];
  readyState = 0;
  onerror = () => {};
  address: string;

  constructor(address: string) {
    super();
    this.address = address;
    Connection.opened.push(this);
  }

  close() {
    this.readyState = Connection.CLOSED;
  }

  ready() {
    this.dispatchEvent(new MessageEvent('ready', { data: '{"member_id":null}' }));
  }

  /** The connection breaks; the browser connects again, unless it gives up. */
  breaks({ isLast = false } = {}) {
    if (isLast) this.close();
    this.onerror();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Connection.opened = [];
  vi.stubGlobal('EventSource', Connection);
  vi.spyOn(performance, 'now').mockReturnValue(1_500);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page's stream: its first connection, and the kinds of what it reports. */
function openPage() {
  const kinds: LiveSignal['kind'][] = [];
  const leave = new AbortController();
  openStream(({ kind }) => kinds.push(kind), leave.signal);
  const [connection] = Connection.opened as [Connection];
  return { connection, kinds, leave };
}

it('a page that has just loaded asks for what happened meanwhile, and needs no reset [X4]', () => {
  const { connection, kinds } = openPage();
  expect(connection.address).toBe('/realtime/v1?seconds=4');
  connection.ready();
  expect(kinds).toEqual(['reader']);
});

it('a stream whose first connection fails reports a reset once it is ready [X4]', () => {
  const { connection, kinds } = openPage();
  connection.breaks();
  connection.breaks();
  connection.ready();
  expect(kinds).toEqual(['reader', 'reset']);
});

it('a stream that was ready continues where it was [X4]', () => {
  const { connection, kinds } = openPage();
  connection.ready();
  connection.breaks();
  connection.ready();
  expect(kinds).toEqual(['reader', 'reader']);
});

it('a stream that the browser gave up is opened again until the page is left [X4]', () => {
  const { connection, kinds, leave } = openPage();
  connection.ready();
  connection.breaks({ isLast: true });
  vi.advanceTimersByTime(1_000);
  const [, second] = Connection.opened as [Connection, Connection];
  expect(second.address).toBe('/realtime/v1');
  second.ready();
  expect(kinds).toEqual(['reader', 'reader', 'reset']);
  leave.abort();
  second.breaks({ isLast: true });
  vi.advanceTimersByTime(60_000);
  expect(Connection.opened).toHaveLength(2);
});
