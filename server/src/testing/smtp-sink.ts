import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

/** What a mail server does with the mail that it was just sent. */
export type Verdict = 'accept' | 'reject' | 'hang' | 'cut';

/** A real SMTP server whose mails tests count. */
export type SmtpSink = {
  url: string;
  /** Mails it accepted, as they came. */
  accepted: string[];
  /** Who sent each of these and to which mailbox, and what is to be reported (RFC 3461). */
  envelopes: SMTPServerEnvelope[];
  /** Mails whose text has arrived, whatever became of them. */
  arrived(): number;
  /** What it does with mails from now on. */
  verdict: Verdict | ((text: string) => Verdict | Promise<Verdict>);
  /** What it answers to a mailbox: 550 for good, 451 for now (greylisting), nothing takes it. */
  mailbox: (address: string) => 550 | 451 | undefined;
  close(): Promise<void>;
};

export async function startSmtpSink(): Promise<SmtpSink> {
  let arrived = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    hideDSN: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const responseCode = sink.mailbox(address);
      done(responseCode && Object.assign(new Error('no'), { responseCode }));
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
