import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchCalendar } from './calendar/fetch-calendar.ts';
import { postPush } from './push/push-transport.ts';

const ON_THE_INTERNET = '142.250.74.10';
const HERE = '127.0.0.1';
const mode = 'production' as const;
const never = new AbortController().signal;

/** Names resolve to these addresses, one per question; the last one stays. */
function answerWith(...answers: string[][]) {
  let asked = 0;
  vi.spyOn(dns, 'lookup').mockImplementation(((...given: unknown[]) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    const done = given.at(-1) as (...answer: unknown[]) => void;
    const { all } = given[1] as { all?: boolean };
    const found = addresses.map((address) => ({ address, family: 4 }));
    process.nextTick(() => (all ? done(null, found) : done(null, addresses[0], 4)));
  }) as never);
  // Named imports of the module follow only then.
  syncBuiltinESMExports();
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

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe.each([
  [
    'a member’s calendar',
    (host: string) => fetchCalendar({ mode }, `https://${host}/mine.ics`, never),
  ],
  [
    'a push service',
    (host: string) =>
      postPush(
        { mode },
        { endpoint: `https://${host}/push`, headers: {}, body: new Uint8Array() },
        never,
      ).catch(() => null),
  ],
])('the host of %s', (_, connect) => {
  it('is connected to at the very address that was checked, whatever its name resolves to next', async () => {
    answerWith([ON_THE_INTERNET], [HERE]);
    const targets = watchConnections();
    await connect('rebound.example.org');
    expect(targets).toEqual([ON_THE_INTERNET]);
  });

  it('is not connected to if one of its addresses is on this machine', async () => {
    answerWith([ON_THE_INTERNET, HERE]);
    const targets = watchConnections();
    await connect('mixed.example.org');
    expect(targets).toEqual([]);
  });
});
