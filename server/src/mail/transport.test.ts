import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseEnv } from '../env.ts';
import { type FullServer, startFullServer } from '../testing/outside/full-server.ts';
import { type SilentServer, startSilentServer } from '../testing/outside/silent-server.ts';
import { type SmtpSink, startSmtpSink } from '../testing/outside/smtp-sink.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { openMailTransport } from './transport.ts';

let sink: SmtpSink;
let silent: SilentServer;
let full: FullServer;
beforeAll(async () => {
  sink = await startSmtpSink();
  silent = await startSilentServer();
  full = await startFullServer();
});
afterAll(async () => {
  await sink.close();
  await silent.close();
  await full.close();
});

const mail = { to: 'a@example.org', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' };
const open = (url: string) => openMailTransport(parseEnv({ SMTP_URL: url }));
const attempt = (signal = new AbortController().signal) => ({ signal, name: 'abc123' });

describe('a mail to a real mail server', () => {
  test('is done when the server has accepted it, with the same name on every attempt', async () => {
    sink.verdict = 'accept';
    await open(sink.url).deliver(mail, attempt());
    await open(sink.url).deliver(mail, attempt());
    const names = sink.accepted.map((text) => /^Message-ID: (.*)$/m.exec(text)?.[1]);
    expect(names).toEqual(['<abc123@localhost>', '<abc123@localhost>']);
    expect(sink.accepted[0]).toContain('To: a@example.org');
  });

  test('is sent to nobody if its address is two, instead of to both [U4]', async () => {
    sink.verdict = 'accept';
    const [two, before] = [{ ...mail, to: 'a@example.org, b@example.org' }, sink.arrived()];
    await expect(open(sink.url).deliver(two, attempt())).rejects.toThrow('recipients');
    expect(sink.arrived()).toBe(before);
  });

  test('that refuses the login gets no other for a minute: it may lock the account', async () => {
    sink.verdict = 'accept';
    sink.refusesLogins = true;
    const transport = open(sink.url.replace('smtp://', 'smtp://kindpal:wrong@'));
    const before = sink.logins;
    for (let n = 0; n < 3; n += 1) {
      await expect(transport.deliver(mail, attempt())).rejects.toThrow('Invalid login');
    }
    expect(sink.logins).toBe(before + 1);
    sink.refusesLogins = false;
    const inAMinute = performance.now() + 60_000;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => inAMinute);
    await transport.deliver(mail, attempt());
    now.mockRestore();
    expect(sink.logins).toBe(before + 2);
  });

  test.each([
    ['refuses', 'reject'],
    ['hangs up on', 'cut'],
  ] as const)('fails when the server %s it, so that the queue retries', async (_, verdict) => {
    sink.verdict = verdict;
    await expect(open(sink.url).deliver(mail, attempt())).rejects.toThrow();
  });

  test.each([
    ['connection', { mailConnect: 50 }, () => `smtp://127.0.0.1:${full.port}`],
    ['greeting', { mailGreeting: 50 }, () => `smtp://127.0.0.1:${silent.port}`],
    ['answer to it', { mailSilence: 50 }, () => sink.url],
    ['end of it', { mailWhole: 50 }, () => sink.url],
  ] as const)(
    'times out when there is no %s',
    async (_, short, url) => {
      sink.verdict = 'hang';
      const transport = openMailTransport(parseEnv({ SMTP_URL: url() }), { ...TIMEOUTS, ...short });
      await expect(transport.deliver(mail, attempt())).rejects.toThrow();
    },
    // Each of the other limits would end it later.
    Math.min(TIMEOUTS.mailConnect, TIMEOUTS.mailGreeting, TIMEOUTS.mailSilence) / 2,
  );

  test.each([
    ['after it was sent', () => sink.url],
    ['from the first line on', () => `smtp://127.0.0.1:${silent.port}`],
  ])('aborts immediately when stopped while the server does not respond %s', async (_, url) => {
    sink.verdict = 'hang';
    const stopping = new AbortController();
    const [arrived, connected] = [sink.arrived(), silent.connections()];
    const delivering = open(url()).deliver(mail, attempt(stopping.signal));
    const outcome = expect(delivering).rejects.toThrow(/abort/i);
    await vi.waitFor(() =>
      expect(sink.arrived() + silent.connections()).toBeGreaterThan(arrived + connected),
    );
    stopping.abort();
    await outcome;
  });
});
