import { z } from 'zod';
import type { Services } from '../services.ts';
import { type AccessRow, decryptAccess, encryptAccess } from './encrypt-access.ts';

const TABLES = { home_access: 'owner_id', job_access: 'job_id' } as const;
const AT_ONCE = 100;
const rowsSchema = z.array(z.object({ id: z.string(), sealed: z.string(), key_id: z.string() }));

/**
 * Re-encrypts with the current key what the previous one encrypted, a hundred rows at a time, and
 * logs how many rows no known key can decrypt. Runs at the start; if there is nothing to do, it
 * only reads two indexes.
 */
export async function reencryptVault({ db, log, vault }: Pick<Services, 'db' | 'log' | 'vault'>) {
  const { current, previous } = vault;
  let reencrypted = 0;
  let lost = 0;
  for (const [table, key] of Object.entries(TABLES)) {
    while (previous) {
      const count = await reencryptSome({ db, vault }, { table, key, from: previous.id });
      reencrypted += count;
      if (count < AT_ONCE) break;
    }
    const { rowCount } = await db.pool.query(`SELECT FROM ${table} WHERE key_id <> $1`, [
      current.id,
    ]);
    lost += rowCount ?? 0;
  }
  if (reencrypted > 0) log.info({ reencrypted }, 'home access is encrypted with the new key');
  if (lost > 0) log.warn({ lost }, 'home access cannot be read: its key is missing');
}

type Table = { table: string; key: string; from: string };

/** One transaction; rows that can't be decrypted are marked, so that they are not tried again. */
async function reencryptSome(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  { table, key, from }: Table,
): Promise<number> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    // In the order in which an owner who saves locks the copies of their jobs.
    const { rows } = await client.query(
      `SELECT ${key} AS id, sealed, key_id FROM ${table} WHERE key_id = $1
       ORDER BY ${key} LIMIT ${AT_ONCE} FOR UPDATE`,
      [from],
    );
    for (const row of rowsSchema.parse(rows)) {
      const name = `${table}:${row.id}` as AccessRow;
      const texts = decryptAccess(vault, name, row);
      const { sealed, key_id } = texts
        ? encryptAccess(vault, name, texts)
        : { sealed: row.sealed, key_id: 'damaged' };
      await client.query(`UPDATE ${table} SET sealed = $2, key_id = $3 WHERE ${key} = $1`, [
        row.id,
        sealed,
        key_id,
      ]);
    }
    await client.query('COMMIT');
    return rows.length;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
