import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

/** What a mail server does with the mail it just received. */
export type Verdict = 'accept' | 'reject' | 'hang' | 'cut';

/** A real SMTP server whose mails tests can count. */
export type SmtpSink = {
  url: string;
  /** Accepted mails, as received. */
  accepted: string[];
  /** The sender and mailbox of each, and the requested reports (RFC 3461). */
  envelopes: SMTPServerEnvelope[];
  /** How many mails arrived, whatever their outcome. */
  arrived(): number;
  /** What it does with mails from now on. */
  verdict: Verdict | ((text: string) => Verdict | Promise<Verdict>);
  /**
   * Its response to a mailbox: 550 for a permanent error, 451 for a temporary one (greylisting),
   * undefined to accept.
   */
  mailbox: (address: string) => 550 | 451 | undefined;
  /** How many logins were tried. */
  logins: number;
  /** Whether it refuses every login. */
  refusesLogins: boolean;
  close(): Promise<void>;
};

export async function startSmtpSink(): Promise<SmtpSink> {
  let arrived = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    hideDSN: false,
    closeTimeout: 100,
    onAuth({ username }, _session, done) {
      sink.logins += 1;
      if (sink.refusesLogins) done(Object.assign(new Error('no'), { responseCode: 535 }));
      else done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const responseCode = sink.mailbox(address);
      const text = responseCode === 550 ? '5.1.1 User unknown' : '4.2.0 Greylisted';
      done(responseCode && Object.assign(new Error(text), { responseCode }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        arrived += 1;
        decide(text).then(
          (verdict) => {
            if (verdict === 'accept') sink.accepted.push(text);
            if (verdict === 'accept') sink.envelopes.push(envelope);
            if (verdict === 'accept') done();
            if (verdict === 'reject') done(new Error('mailbox unavailable'));
            if (verdict === 'cut') cut();
          },
          (error) => done(error),
        );
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    accepted: [],
    envelopes: [],
    arrived: () => arrived,
    verdict: 'accept',
    mailbox: () => undefined,
    logins: 0,
    refusesLogins: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return sink;

  async function decide(text: string): Promise<Verdict> {
    return typeof sink.verdict === 'function' ? sink.verdict(text) : sink.verdict;
  }

  function cut(): void {
    for (const { _socket } of server.connections as Set<{ _socket: { destroy(): void } }>) {
      _socket.destroy();
    }
  }
}
