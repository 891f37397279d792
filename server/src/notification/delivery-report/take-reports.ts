import { once } from 'node:events';
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions } from 'smtp-server';
import type { MailReports } from '../../env.ts';
import type { Services } from '../../services.ts';
import { TIMEOUTS } from '../../timeouts.ts';
import { isOurs, noteReport } from './note-report.ts';
import { readDeliveryReport } from './read-delivery-report.ts';
import { type ReportCertificate, readReportCertificate } from './report-certificate.ts';

/** A report includes the original: many times our largest email. */
const BYTES_MOST = 1_000_000;
const CONNECTIONS_MOST = 20;
/** How often the certificate files are read again; they are renewed days before they expire. */
const REREAD_MS = 600_000;

/**
 * Receives the reports of mail servers by SMTP, if `MAIL_REPORTS` is set. It accepts only emails
 * without a sender, which reports are (RFC 3464), to an address that one of our emails used. It
 * offers STARTTLS but does not require it, as is usual between mail servers. Returns a function
 * that stops it.
 */
export async function takeReports(
  services: Services,
  { rereadMs = REREAD_MS } = {},
): Promise<() => Promise<void>> {
  const { env, clock } = services;
  const { mailReports, host } = env;
  if (!mailReports) return async () => undefined;
  const certificate = await readReportCertificate(env, clock.now());
  const { SMTPServer } = await import('smtp-server');
  const server = new SMTPServer({
    ...OPTIONS,
    name: mailReports.domain,
    ...certificate,
    ...takerOf(services, mailReports),
  });
  server.on('error', (err) => services.log.debug({ err }, 'A connection for reports failed'));
  const listening = server.listen(mailReports.port, host);
  await Promise.race([
    once(listening, 'listening'),
    once(server, 'error').then(([err]) => Promise.reject(err)),
  ]);
  const stopRenewing = renewCertificate(services, { server, certificate, rereadMs });
  return () => {
    stopRenewing();
    return new Promise((resolve) => server.close(() => resolve()));
  };
}

type Renewed = { server: SMTPServer; certificate: ReportCertificate; rereadMs: number };

/** Uses a renewed certificate for new connections; if it is broken, the previous one stays. */
function renewCertificate({ env, clock, log }: Services, renewed: Renewed): () => void {
  let { certificate } = renewed;
  const timer = setInterval(() => {
    readReportCertificate(env, clock.now()).then(
      (found) => {
        if (found.cert === certificate.cert && found.key === certificate.key) return;
        certificate = found;
        renewed.server.updateSecureContext(found);
        log.info('The port for delivery reports uses a renewed certificate');
      },
      (err) => log.warn({ err }, 'A renewed certificate for delivery reports cannot be used'),
    );
  }, renewed.rereadMs);
  timer.unref();
  return () => clearInterval(timer);
}

const OPTIONS: SMTPServerOptions = {
  banner: 'Delivery reports only',
  disabledCommands: ['AUTH'],
  authOptional: true,
  disableReverseLookup: true,
  size: BYTES_MOST,
  maxClients: CONNECTIONS_MOST,
  socketTimeout: TIMEOUTS.mailSilence,
  closeTimeout: 1_000,
};

function takerOf(services: Services, reports: MailReports): SMTPServerOptions {
  return {
    onMailFrom: ({ address }, _session, done) => done(address ? refusal() : null),
    onRcptTo({ address }, { envelope }, done) {
      const isOne = envelope.rcptTo.length === 0 && nameIn(reports, address);
      done(isOne ? null : refusal());
    },
    onData(stream, { envelope }, done) {
      const name = nameIn(reports, envelope.rcptTo[0]?.address ?? '');
      takeReport(services, name ?? '', stream).then(
        () => done(),
        (err) => {
          services.log.warn({ err, notification: name }, 'A delivery report could not be taken');
          done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        },
      );
    },
  };
}

const refusal = () => Object.assign(new Error('no such mailbox'), { responseCode: 550 });

/** The name of the email in one of our report addresses. */
function nameIn({ mailbox, domain }: MailReports, address: string): string | null {
  const [, name = ''] = /^.*\+([\da-f]{32})@/i.exec(address) ?? [];
  return address.toLowerCase() === `${mailbox}+${name}@${domain}`.toLowerCase() ? name : null;
}

async function takeReport(services: Services, name: string, stream: SMTPServerDataStream) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    // The rest is read and dropped: if cut off, the sender would retry.
    if (bytes <= BYTES_MOST) chunks.push(chunk);
  }
  if (bytes > BYTES_MOST) return;
  // Anybody can reach this port: only those who received an email from us have it parsed.
  if (!(await isOurs(services, name))) return;
  // A retry would not make it readable: it counts as no report.
  const report = await readDeliveryReport(Buffer.concat(chunks)).catch((err) => {
    services.log.info({ err, notification: name }, 'A delivery report could not be read');
    return null;
  });
  if (report) await noteReport(services, name, report);
}
