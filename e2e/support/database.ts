import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../server/src/db/client.ts';
import { choosePlace } from '../../server/src/db/embedded/choose-place.ts';
import { ownName } from '../../server/src/db/embedded/create-cluster.ts';
import { findPostmasterFile } from '../../server/src/db/embedded/postmaster-file.ts';
import type { Community } from './community.ts';

/** Runs a statement in a community's database, for what no page can do. */
export async function runInDatabase(
  { dataDir }: Community,
  text: string,
  values: unknown[],
): Promise<void> {
  const { cluster } = await choosePlace(dataDir, () => {});
  const server = findPostmasterFile(cluster);
  if (!server) throw new Error(`no database is running in ${cluster}`);
  const { socketDir, port } = server;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  const host = encodeURIComponent(socketDir || '127.0.0.1');
  const url = `postgresql://${ownName}:${password}@${host}:${port}/${ownName}`;
  const db = openDatabase(url, { size: 1 });
  try {
    await db.pool.query(text, values);
  } finally {
    await db.close();
  }
}

/** Suspends a member directly in the database. */
export function suspend({ id, community }: { id: string; community: Community }): Promise<void> {
  return runInDatabase(community, 'UPDATE users SET suspended_at = now() WHERE id = $1', [id]);
}

/** Lets staff use their sessions without a second factor, where that is not the subject. */
export function openForStaff(community: Community, memberId: string): Promise<void> {
  const text = 'UPDATE auth.session SET admits_staff = true WHERE user_id = $1';
  return runInDatabase(community, text, [memberId]);
}
