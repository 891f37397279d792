import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Role, Roles } from '../db/embedded/prepare-database.ts';
import type { DatabaseAccess } from '../db/serving-role.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server with this run's databases, as its superuser. */
    testServerUrl: string;
    /** The schema owner of every database of this run, and the serving role. */
    testRoles: Roles;
    /** The migrated template for every test's database. */
    testTemplate: string;
  }
}

export interface TestDatabase extends DatabaseAccess {
  /** Closes remaining connections and removes the database. */
  drop(): Promise<void>;
}

/** Creates a migrated, empty database, copied from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServerUrl');
  const template = inject('testTemplate');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  const { owner, serving } = inject('testRoles');
  // Copying files is faster than writing them through the WAL, if a checkpoint is cheap.
  await runOn(
    server,
    `create database ${name} template ${template} strategy file_copy owner ${owner.name}`,
  );
  // What `migrate` revokes for a database is not copied with its template.
  await runOn(server, `revoke temporary on database ${name} from public`);
  return {
    url: asRole(withDatabase(server, name), serving),
    ownerUrl: asRole(withDatabase(server, name), owner),
    drop: async () => {
      await runOn(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The connection string of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** The connection string of the same database for another role. */
export function asRole(url: string, { name, password }: Role): string {
  return Object.assign(new URL(url), { username: name, password }).href;
}

/** Runs one statement on its own connection; returns the first column of its rows. */
export async function runOn<T = unknown>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows.map(([first]) => first as T);
  } finally {
    await client.end();
  }
}
