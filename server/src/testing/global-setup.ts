import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { runOn, withDatabase } from './database.ts';
import { findFastTempDir, makeTempDataDir, removeTempDataDir } from './make-temp-data-dir.ts';

/**
 * One PostgreSQL for the whole run (TEST_DATABASE_URL, whose role may create databases, or an
 * embedded one) with one migrated template that `createTestDatabase` copies.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `kindpal_test_${randomBytes(4).toString('hex')}`;
  try {
    await runOn(server.url, `create database ${template}`);
    await migrate(withDatabase(server.url, template));
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('testServerUrl', server.url);
  project.provide('testTemplate', template);
  return async () => {
    await removeDatabases(server.url, template);
    await server.close();
  };
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, close: async () => {} };
  const dataDir = makeTempDataDir(findFastTempDir());
  const starting = startEmbeddedPostgres({ dataDir, log: () => {}, fsync: false });
  const postgres = await starting.catch((error: unknown) => {
    removeTempDataDir(dataDir);
    throw error;
  });
  return {
    url: postgres.url,
    close: async () => {
      await postgres.stop();
      removeTempDataDir(dataDir);
    },
  };
}

async function removeDatabases(server: string, template: string): Promise<void> {
  const names = await runOn<string>(
    server,
    `select datname from pg_database where datname like '${template}%'`,
  );
  for (const name of names) await runOn(server, `drop database if exists ${name} with (force)`);
}
