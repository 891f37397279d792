import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A real mail server in a separate process that accepts and counts every email. */
export type MailSink = {
  url: string;
  /**
   * Waits for `count` emails since the last call; returns the times of the first and the last, in
   * ms.
   */
  receive(count: number, patienceMs: number): Promise<{ first: number; last: number }>;
  stop(): void;
};

type Seen = { count: number; first: number; last: number };

export async function startMailSink(): Promise<MailSink> {
  const child = spawn(process.execPath, [import.meta.filename, 'serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async (what: 'seen' | 'forget') => {
    const answer = once(child, 'message');
    child.send(what);
    return ((await answer) as [Seen])[0];
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    async receive(count, patienceMs) {
      for (const until = Date.now() + patienceMs; ; ) {
        const seen = await ask('seen');
        if (seen.count >= count) return ask('forget');
        if (Date.now() > until) throw new Error(`${seen.count} of ${count} emails arrived`);
        await sleep(50);
      }
    },
    stop() {
      child.kill();
    },
  };
}

function serve(): void {
  let seen: Seen = { count: 0, first: 0, last: 0 };
  const now = () => performance.timeOrigin + performance.now();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, _session, done) {
      stream.on('end', () => {
        seen.first ||= now();
        seen.last = now();
        seen.count += 1;
        done();
      });
      stream.resume();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1', () => {
    process.send?.(listening.address());
  });
  process.on('message', (what) => {
    process.send?.(seen);
    if (what === 'forget') seen = { count: 0, first: 0, last: 0 };
  });
  process.on('disconnect', () => process.exit());
}

if (process.argv[2] === 'serve' && process.argv[1] === import.meta.filename) serve();
