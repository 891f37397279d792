import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { Env } from '../env.ts';
import { TIMEOUTS } from '../timeouts.ts';
import type { Mail, MailTransport } from './mailer.ts';

/** Delivers through SMTP_URL, or without one stores each mail as a file in DATA_DIR/mail. */
export function openMailTransport(env: Env, timeouts: MailTimeouts = TIMEOUTS): MailTransport {
  return env.smtpUrl ? openSmtp(env, env.smtpUrl, timeouts) : openMailFolder(env);
}

/** Lazy-loaded with the first mail: the library is 660 kB of source. */
const loadMailer = () => import('nodemailer');

/** A batch shares this many connections, which close soon afterwards. */
const POOL = {
  pool: true,
  maxConnections: 8,
  maxMessages: 500,
  maxRequeues: 0,
  idleTimeout: 2_000,
} as const;

/** After a refused login nothing is sent for this time: more of them may lock the account. */
const LOGIN_REST_MS = 60_000;

type MailTimeouts = Record<'mailConnect' | 'mailGreeting' | 'mailSilence' | 'mailWhole', number>;

/**
 * The recipient as an object, because a text would be parsed and may name several; and the
 * calendar part.
 */
function addressed({ calendar, member_id: _, kind: __, ...mail }: Mail) {
  return {
    ...mail,
    to: { name: '', address: mail.to },
    ...(calendar && { icalEvent: { ...calendar, filename: 'job.ics' } }),
  };
}

/**
 * Where delivery reports are sent: an address with the mail's name, because not every server
 * repeats its id.
 */
function reported(
  { mailReports }: Pick<Env, 'mailReports'>,
  { name, to }: { name: string; to: string },
) {
  if (!mailReports) return null;
  const { mailbox, domain } = mailReports;
  return {
    envelope: { from: `${mailbox}+${name}@${domain}`, to: [{ name: '', address: to }] },
    dsn: { id: name, return: 'headers', notify: 'success,failure', recipient: `rfc822;${to}` },
  };
}

function openSmtp(env: Env, url: string, timeouts: MailTimeouts): MailTransport {
  const open = async (isOfMany: boolean) => {
    const options = {
      url,
      ...(isOfMany && POOL),
      dnsTimeout: timeouts.mailConnect,
      connectionTimeout: timeouts.mailConnect,
      greetingTimeout: timeouts.mailGreeting,
      socketTimeout: timeouts.mailSilence,
      socketCloseTimeout: 0,
    };
    const transport = (await loadMailer()).createTransport(options, { from: env.mailFrom });
    transport.use('stream', ({ message }, done) => {
      message.transform(inOnePiece);
      done();
    });
    return transport;
  };
  const opened: Partial<Record<'one' | 'many', ReturnType<typeof open>>> = {};
  const domain = new URL(env.appUrl).hostname;
  let refused: { error: unknown; until: number } | null = null;
  return {
    async deliver(mail, { signal, name, isOneOfMany = false, isReported = false }) {
      if (refused && performance.now() < refused.until) throw refused.error;
      const which = isOneOfMany ? 'many' : 'one';
      opened[which] ??= open(isOneOfMany);
      const transport = await opened[which];
      try {
        await withinTime(timeouts.mailWhole, signal, (stopped) =>
          transport.sendMail({
            ...addressed(mail),
            ...(isReported && reported(env, { name, to: mail.to })),
            messageId: `<${name}@${domain}>`,
            signal: stopped,
          }),
        );
      } catch (error) {
        const isOfLogin = (error as { code?: unknown }).code === 'EAUTH';
        if (isOfLogin) refused = { error, until: performance.now() + LOGIN_REST_MS };
        throw error;
      }
    },
  };
}

/** Joins the library's output, which comes line by line: each piece would be a separate write. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = [];
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
    flush(done) {
      done(null, Buffer.concat(pieces));
    },
  });
}

/** Aborts `work` on a timeout or by `signal`; a platform timer would outlive it by a minute. */
async function withinTime<T>(
  ms: number,
  signal: AbortSignal,
  work: (stopped: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const stopping = new AbortController();
  const stop = () => stopping.abort(signal.reason);
  const timer = setTimeout(() => stopping.abort(new Error('The mail server took too long')), ms);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work(stopping.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Where mails are stored when there is no mail server. */
export function mailFolder(env: Pick<Env, 'dataDir'>): string {
  return join(env.dataDir, 'mail');
}

function openMailFolder(env: Env): MailTransport {
  return {
    async deliver(mail) {
      const { createTransport } = await loadMailer();
      const options = { streamTransport: true, buffer: true } as const;
      const stream = createTransport(options, { from: env.mailFrom });
      const { message } = await stream.sendMail(addressed(mail));
      await keepMail(env, mail, message as Buffer);
    },
  };
}

/**
 * Stores the composed parts, for reading without a mail program, and the whole mail. The parts come
 * first: a deletion finds by them whose mail it is, also if the process dies in between. [X1]
 */
export async function keepMail(env: Env, mail: Mail, whole?: Buffer): Promise<void> {
  const folder = mailFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sent_at = new Date().toISOString();
  const id = `${sent_at.replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
  const parts = join(folder, `${id}.json`);
  await writeWhole(parts, JSON.stringify({ ...mail, sent_at }));
  if (!whole) return;
  const file = join(folder, `${id}.eml`);
  await writeWhole(file, whole);
  // A deletion may have removed the parts meanwhile.
  if (!existsSync(parts)) await rm(file, { force: true });
}

const unfinished = (file: string) => `${file}.part`;

async function writeWhole(file: string, content: Buffer | string): Promise<void> {
  await writeFile(unfinished(file), content, { mode: 0o600 });
  await rename(unfinished(file), file);
}

/** Removes a stored mail by its id. */
export async function removeKeptMail(env: Pick<Env, 'dataDir'>, id: string): Promise<void> {
  const [parts, whole] = [join(mailFolder(env), `${id}.json`), join(mailFolder(env), `${id}.eml`)];
  for (const file of [parts, unfinished(whole), whole]) await rm(file, { force: true });
}

/**
 * Removes what killed processes left of mails that they were storing, last changed before a time in
 * ms: a deletion could not tell whose they are. Another process that is storing a mail right now
 * fails, and tries again. Earlier releases stored the whole mail first. [X1]
 */
export async function removeUnfinishedMails(
  env: Pick<Env, 'dataDir'>,
  before = Number.POSITIVE_INFINITY,
): Promise<void> {
  const folder = mailFolder(env);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const isAlone = name.endsWith('.eml') && !existsSync(file.replace(/eml$/, 'json'));
    if (!isAlone && !name.endsWith('.part')) continue;
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < before) await rm(file, { force: true });
  }
}
