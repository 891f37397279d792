import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPostmasterFile } from '../server/src/db/embedded/postmaster-file.ts';
import type { Member } from './people.ts';

/** Suspends a member in the database itself: no page of the product does it yet. */
export async function suspend({ id, community }: Member): Promise<void> {
  const { dataDir } = community;
  const server = findPostmasterFile(join(dataDir, 'postgres'));
  const client = new pg.Client({
    host: server?.socketDir || '127.0.0.1',
    port: server?.port ?? 0,
    user: 'kindpal',
    database: 'kindpal',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  });
  await client.connect();
  try {
    await client.query('UPDATE users SET suspended_at = now() WHERE id = $1', [id]);
  } finally {
    await client.end();
  }
}
