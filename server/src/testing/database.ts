import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that has the databases of this run. */
    testServerUrl: string;
    /** The migrated database that every test's own is a copy of. */
    testTemplate: string;
  }
}

export interface TestDatabase {
  url: string;
  /** Ends whatever is still connected and removes the database. */
  drop(): Promise<void>;
}

/** Gives a migrated, empty database of one's own, copied from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServerUrl');
  const template = inject('testTemplate');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // Copying files is quicker than writing them through the log, where a checkpoint is cheap.
  await runOn(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(server, name),
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

/** Runs one statement on a connection of its own; gives the first column of its rows. */
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
