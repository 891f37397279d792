import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { copyTree } from './copy-tree.ts';

/** Files that a running server uses internally, and that a copy must not contain. */
const NOT_COPIED =
  /^(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.|postmaster\.(pid|opts)$|\.s\.PGSQL|backup_label|base\/pgsql_tmp)|(^|\/)(pg_internal\.init|pgsql_tmp)/;

/** A name of its own for each connection, because two backups may run at once. */
const SLOT = "'kindpal_backup_' || pg_backend_pid()";

/**
 * Copies the files of a running server while members write, with enough WAL to bring the copy to
 * one consistent time. `between` is called before that time. PostgreSQL's manual describes the
 * steps under "Making a Base Backup Using the Low Level API".
 */
export async function copyCluster(
  admin: Client,
  { from, to, between }: { from: string; to: string; between: () => Promise<void> },
): Promise<void> {
  // Temporary: the WAL that the copy needs is kept while this connection is open.
  await admin.query(`SELECT pg_create_physical_replication_slot(${SLOT}, true, true)`);
  const started = await admin.query<{ segment: string }>(
    "SELECT pg_walfile_name(pg_backup_start('kindpal', fast => true)) AS segment",
  );
  await copyTree(from, to, (path) => NOT_COPIED.test(path));
  await between();
  const stopped = await admin.query<{ segment: string; label: string }>(
    `SELECT pg_walfile_name(lsn) AS segment, labelfile AS label
     FROM pg_backup_stop(wait_for_archive => false)`,
  );
  const [first, last] = [started.rows[0]?.segment ?? '', stopped.rows[0]?.segment ?? ''];
  const isNeeded = (name: string) =>
    name.endsWith('.history') || (/^[\dA-F]{24}$/.test(name) && name >= first && name <= last);
  await copyTree(join(from, 'pg_wal'), join(to, 'pg_wal'), (name) => !isNeeded(name));
  await writeFile(join(to, 'backup_label'), stopped.rows[0]?.label ?? '', { mode: 0o600 });
  await admin.query(`SELECT pg_drop_replication_slot(${SLOT})`);
}
