import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { decrypt } from '../access/encrypt.ts';
import { type Mail, QUEUED_MAIL } from '../mail/mailer.ts';
import { mailFolder } from '../mail/transport.ts';
import type { Services } from '../services.ts';
import { openQueuedSms } from '../sms/texter.ts';

const queuedSchema = z.array(z.object({ id: z.string(), sealed: z.string() }));

/**
 * Removes emails and texts to these addresses and phones that are queued, failed, or stored as
 * files. A message being sent right now still goes out. [X1]
 */
export async function removeStoredMails(services: Services, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return;
  const { db, secret } = services;
  const { rows } = await db.pool.query(
    `SELECT id::text, payload ->> 'sealed' AS sealed FROM graphile_worker._private_jobs job
     WHERE task_id IN (SELECT id FROM graphile_worker._private_tasks
       WHERE identifier IN ('send_mail', 'send_sms'))`,
  );
  const ids = queuedSchema.parse(rows).flatMap(({ id, sealed }) => {
    const to = readMailTo(secret, sealed) ?? openQueuedSms(secret, sealed)?.to ?? null;
    return to !== null && addresses.includes(to) ? [id] : [];
  });
  // Only tasks that are not running; the others finish.
  await db.pool.query('SELECT graphile_worker.complete_jobs($1::bigint[])', [ids]);
  await removeKeptMails(services, addresses);
}

function readMailTo(secret: string, sealed: string): string | null {
  const text = decrypt(secret, QUEUED_MAIL, sealed);
  return text === null ? null : (JSON.parse(text) as Mail).to;
}

async function removeKeptMails({ env }: Services, addresses: string[]): Promise<void> {
  const folder = mailFolder(env);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text === null || !addresses.includes((JSON.parse(text) as Mail).to)) continue;
    await rm(join(folder, name), { force: true });
    await rm(join(folder, name.replace(/json$/, 'eml')), { force: true });
  }
}
