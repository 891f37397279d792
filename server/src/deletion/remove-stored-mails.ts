import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { decrypt, encrypt } from '../access/encrypt.ts';
import type { Queries } from '../db/client.ts';
import { type Mail, QUEUED_MAIL } from '../mail/mailer.ts';
import { mailFolder, removeKeptMail, removeUnfinishedMails } from '../mail/transport.ts';
import type { Services } from '../services.ts';
import { openQueuedSms } from '../sms/texter.ts';

const queuedSchema = z.array(z.object({ id: z.string(), sealed: z.string() }));

/** A former member, with the addresses and phones that were theirs at the end. */
type Former = { id: string; addresses: string[] };
type Addressed = Pick<Mail, 'to' | 'member_id'>;

/**
 * Compares addresses only where an email has no member id: emails that earlier releases stored, and
 * emails to people who joined later.
 */
const isTo = ({ id, addresses }: Former, { to, member_id }: Addressed): boolean =>
  member_id === undefined ? addresses.includes(to) : member_id === id;

/** The purpose for which the addresses of a former member are encrypted in the queue. */
const FORMER_ADDRESSES = 'former addresses';
const addressesSchema = z.array(z.string());

/**
 * Queues the removal of stored emails and texts to a former member, whatever their address was
 * then. Until it has run, `send_mail` and `send_sms` drop those of former members; a message being
 * sent right now still goes out, but is not retried. [X1]
 */
export async function queueMailRemoval(
  tx: Queries,
  { secret, tasks }: Services,
  { id, addresses }: Former,
): Promise<void> {
  const sealed = encrypt(secret, FORMER_ADDRESSES, JSON.stringify(addresses));
  await tasks.add('remove_stored_mails', { id, sealed }, tx);
}

/**
 * Removes a former member's emails and texts that are queued, failed or stored as files. Repeating
 * it changes nothing. [X1]
 */
export async function removeStoredMails(
  services: Services,
  { id, sealed }: { id: string; sealed: string },
): Promise<void> {
  const text = decrypt(services.secret, FORMER_ADDRESSES, sealed);
  if (text === null) {
    services.log.error('The addresses of a former member were encrypted with another secret');
  }
  const addresses = text === null ? [] : addressesSchema.parse(JSON.parse(text));
  await removeQueuedMails(services, { id, addresses });
  await removeKeptMails(services, { id, addresses });
}

async function removeQueuedMails({ db, secret }: Services, former: Former): Promise<void> {
  const { rows } = await db.drizzle.execute(
    sql`SELECT id::text, payload ->> 'sealed' AS sealed FROM graphile_worker._private_jobs job
      WHERE task_id IN (SELECT id FROM graphile_worker._private_tasks
        WHERE identifier IN ('send_mail', 'send_sms'))`,
  );
  const ids = queuedSchema.parse(rows).flatMap(({ id, sealed }) => {
    const queued = readMail(secret, sealed) ?? openQueuedSms(secret, sealed);
    return queued && isTo(former, queued) ? [id] : [];
  });
  // Only tasks that are not running; the others finish.
  await db.drizzle.execute(sql`SELECT graphile_worker.complete_jobs(${sql.param(ids)}::bigint[])`);
}

function readMail(secret: string, sealed: string): Mail | null {
  const text = decrypt(secret, QUEUED_MAIL, sealed);
  return text === null ? null : (JSON.parse(text) as Mail);
}

/** A file that is not complete after this time is left over from a process that was killed. */
const WRITTEN_BY_MS = 60_000;

async function removeKeptMails({ env }: Services, former: Former): Promise<void> {
  const folder = mailFolder(env);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text === null || !isTo(former, JSON.parse(text) as Mail)) continue;
    await removeKeptMail(env, name.replace(/\.json$/, ''));
  }
  await removeUnfinishedMails(env, Date.now() - WRITTEN_BY_MS);
}
