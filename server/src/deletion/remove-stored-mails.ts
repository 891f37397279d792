import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { decrypt } from '../access/encrypt.ts';
import { type Mail, QUEUED_MAIL } from '../mail/mailer.ts';
import { mailFolder } from '../mail/transport.ts';
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

/**
 * Removes emails and texts to a former member that are queued, failed, or stored as files,
 * whatever their address was then. A message being sent right now still goes out. [X1]
 */
export async function removeStoredMails(services: Services, former: Former): Promise<void> {
  const { db, secret } = services;
  const { rows } = await db.pool.query(
    `SELECT id::text, payload ->> 'sealed' AS sealed FROM graphile_worker._private_jobs job
     WHERE task_id IN (SELECT id FROM graphile_worker._private_tasks
       WHERE identifier IN ('send_mail', 'send_sms'))`,
  );
  const ids = queuedSchema.parse(rows).flatMap(({ id, sealed }) => {
    const queued = readMail(secret, sealed) ?? openQueuedSms(secret, sealed);
    return queued && isTo(former, queued) ? [id] : [];
  });
  // Only tasks that are not running; the others finish.
  await db.pool.query('SELECT graphile_worker.complete_jobs($1::bigint[])', [ids]);
  await removeKeptMails(services, former);
}

function readMail(secret: string, sealed: string): Mail | null {
  const text = decrypt(secret, QUEUED_MAIL, sealed);
  return text === null ? null : (JSON.parse(text) as Mail);
}

async function removeKeptMails({ env }: Services, former: Former): Promise<void> {
  const folder = mailFolder(env);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text === null || !isTo(former, JSON.parse(text) as Mail)) continue;
    await rm(join(folder, name), { force: true });
    await rm(join(folder, name.replace(/json$/, 'eml')), { force: true });
  }
}
