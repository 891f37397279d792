import { scrypt } from 'node:crypto';
import { lookup, Resolver } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type NameAnswers,
  type NameServer,
  startNameServer,
} from '../testing/outside/name-server.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { fetchCalendar } from './calendar/fetch-calendar.ts';
import { postPush } from './push/push-transport.ts';

const ON_THE_INTERNET = '142.250.74.10';
const ON_IPV6 = '2a00:1450:4001::a';
const HERE = '127.0.0.1';
const mode = 'production' as const;
const never = new AbortController().signal;

let answer: NameAnswers = () => [];
let server: NameServer;
beforeEach(async () => {
  server = await startNameServer((...question) => answer(...question));
  for (const method of ['resolve4', 'resolve6'] as const) {
    const ask = Resolver.prototype[method];
    vi.spyOn(Resolver.prototype, method).mockImplementation(function (
      this: Resolver,
      ...given: unknown[]
    ) {
      // Refused while another question is pending.
      if (this.getServers()[0] !== server.address) this.setServers([server.address]);
      return Reflect.apply(ask, this, given);
    });
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** Names resolve to these addresses, one list per look-up; the last one stays. */
function answerWith(...answers: string[][]) {
  let asked = 0;
  answer = (_, family) =>
    family === 6 ? [] : (answers[Math.min(asked++, answers.length - 1)] ?? []);
}

/** Where sockets are about to connect to; they are closed before they do. */
function watchConnections(): string[] {
  const targets: string[] = [];
  const { connect } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...given: unknown[]
  ) {
    this.on('lookup', (error, address) => {
      if (!error) targets.push(address);
      this.destroy(new Error('not in a test'));
    });
    return Reflect.apply(connect, this, given);
  });
  return targets;
}

describe.each([
  [
    'a member’s calendar',
    (host: string, signal = never) => fetchCalendar({ mode }, `https://${host}/mine.ics`, signal),
  ],
  [
    'a push service',
    (host: string, signal = never) =>
      postPush(
        { mode },
        { endpoint: `https://${host}/push`, headers: {}, body: new Uint8Array() },
        signal,
      ).catch(() => null),
  ],
])('the host of %s', (_, connect) => {
  it('is connected to at the very address that was checked, whatever its name resolves to next', async () => {
    answerWith([ON_THE_INTERNET], [HERE]);
    const targets = watchConnections();
    await connect('rebound.example.org');
    expect(targets).toEqual([ON_THE_INTERNET]);
    await connect('rebound.example.org');
    expect(targets).toEqual([ON_THE_INTERNET]);
    expect(server.asked).toHaveLength(4);
  });

  it.each([
    ['on this machine', [ON_THE_INTERNET, HERE], []],
    ['on this machine with IPv6', [ON_THE_INTERNET], [ON_IPV6, '::1']],
    ['in a private network', [ON_THE_INTERNET], ['fd00::7']],
    ['an IPv4 address in an IPv6 one', [], [ON_IPV6, '::ffff:7f00:1']],
    ['translated to IPv4', [ON_THE_INTERNET], ['64:ff9b::a00:7']],
  ])('is not connected to if one of its addresses is %s', async (_where, four, six) => {
    answer = (_name, family) => (family === 4 ? four : six);
    const targets = watchConnections();
    await connect('mixed.example.org');
    expect(targets).toEqual([]);
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    ['IPv6 alone', [], [ON_IPV6], [ON_IPV6]],
    ['IPv6 before IPv4', [ON_THE_INTERNET], [ON_IPV6], [ON_IPV6]],
    ['no address', [], [], []],
  ])('may have %s', async (_what, four, six, expected) => {
    answer = (_name, family) => (family === 4 ? four : six);
    const targets = watchConnections();
    await connect('new.example.org');
    expect(targets.slice(0, 1)).toEqual(expected);
  });

  it('is no longer looked up once the task is canceled, if its name server never answers', async () => {
    answer = () => undefined;
    const canceled = vi.spyOn(Resolver.prototype, 'cancel');
    const stopping = new AbortController();
    const connected = connect('never.slow.test', stopping.signal);
    await vi.waitFor(() => expect(server.asked).toHaveLength(2), { timeout: 5_000 });
    const start = performance.now();
    stopping.abort();
    await connected.catch(() => undefined);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(canceled).toHaveBeenCalledOnce();
  });

  it('delays nothing else if its name server never answers', async () => {
    answer = () => undefined;
    const stopping = new AbortController();
    const all = Array.from({ length: 20 }, (_each, n) =>
      connect(`a${n}.slow.test`, stopping.signal).catch(() => undefined),
    );
    await vi.waitFor(() => expect(new Set(server.asked).size).toBe(20), { timeout: 5_000 });
    const start = performance.now();
    await Promise.all([
      lookup('localhost'),
      stat(import.meta.filename),
      promisify(scrypt)('words', 'salt', 32),
    ]);
    expect(performance.now() - start).toBeLessThan(2_000);
    stopping.abort();
    await Promise.all(all);
  });
});

it('a name server that answers only questions for IPv4, or none, takes less time than a task has', async () => {
  answer = (name, family) =>
    name === 'half.example.org' && family === 4 ? [ON_THE_INTERNET] : undefined;
  const targets = watchConnections();
  const start = performance.now();
  const read = (host: string) => fetchCalendar({ mode }, `https://${host}/mine.ics`, never);
  expect(await Promise.all(['half.example.org', 'never.slow.test'].map(read))).toEqual([
    { problem: 'unreachable' },
    { problem: 'unreachable' },
  ]);
  expect(performance.now() - start).toBeLessThan(TIMEOUTS.pushWhole - 2_000);
  expect(targets).toEqual([ON_THE_INTERNET]);
});
