import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Place } from '../choose-place.ts';
import { giveTo, ownName } from '../create-cluster.ts';
import { endPostmaster, runPostmaster } from '../run-postmaster.ts';
import type { Manifest } from './manifest.ts';

type Tables = Manifest['tables'];
/** The contents of a copy, read in full after starting it. */
export type Trial = { tables: Tables; migration: number; images: string[] };

/**
 * Starts a server on a copy, which recovers to its consistent time, reads every row of every
 * table, and shuts it down cleanly: the copy needs no recovery afterwards. Data pages are
 * verified when read.
 */
export async function tryCluster(place: Place, password: string): Promise<Trial> {
  if (place.user) giveTo(place.user, place.cluster);
  const logFile = join(place.cluster, '..', 'trial.log');
  const server = await runPostmaster({ place, logFile, fsync: true });
  try {
    const client = new Client({
      host: server.host,
      port: server.port,
      user: ownName,
      password,
      database: ownName,
      options: '-c TimeZone=UTC -c extra_float_digits=1',
    });
    // A broken connection is reported by the statement running on it.
    client.on('error', () => undefined);
    await client.connect();
    try {
      // A restored copy begins a new history: open pages then refetch everything.
      await client.query('UPDATE live_horizon SET origin = NULL');
      return await readEverything(client);
    } finally {
      await client.end();
    }
  } finally {
    await endPostmaster(place, server.pid);
    if (server.host.startsWith('/') && server.host !== place.cluster) {
      rmSync(server.host, { recursive: true, force: true });
    }
    for (const name of ['postmaster.opts', 'backup_label.old', '../trial.log']) {
      rmSync(join(place.cluster, name), { force: true });
    }
  }
}

async function readEverything(client: Client): Promise<Trial> {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT class.oid::regclass::text AS name FROM pg_class class
     JOIN pg_namespace space ON space.oid = class.relnamespace
     WHERE class.relkind = 'r' AND space.nspname !~ '^(pg_|information_schema)' ORDER BY 1`,
  );
  const tables: Tables = {};
  for (const { name } of names) {
    const { rows } = await client.query<{ rows: number; digest: string }>(
      `SELECT count(*)::int AS rows,
         coalesce(sum(hashtextextended(one::text, 0)), 0)::text AS digest FROM ${name} one`,
    );
    tables[name] = rows[0] as Tables[string];
  }
  const applied = await client.query<{ migration: string }>(
    'SELECT max(created_at) AS migration FROM drizzle.__drizzle_migrations',
  );
  const images = await client.query<{ path: string }>('SELECT path FROM files');
  return {
    tables,
    migration: Number(applied.rows[0]?.migration),
    images: images.rows.map(({ path }) => path),
  };
}
