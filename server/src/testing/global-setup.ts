import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { runOn } from './database.ts';
import { findFastTempDir, makeTempDataDir, removeTempDataDir } from './make-temp-data-dir.ts';
import { makeTemplate } from './make-template.ts';

/**
 * One PostgreSQL for the whole run (TEST_DATABASE_URL, as a superuser, or an embedded one) with
 * the product's two roles, and one migrated template that `createTestDatabase` copies.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `kindpal_test_${randomBytes(4).toString('hex')}`;
  const roles = {
    owner: { name: `${template}_owner`, password: randomBytes(16).toString('hex') },
    serving: { name: `${template}_app`, password: randomBytes(16).toString('hex') },
  };
  try {
    await makeTemplate(server.url, template, roles);
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('testServerUrl', server.url);
  project.provide('testRoles', roles);
  project.provide('testTemplate', template);
  return async () => {
    // An embedded server is removed with all its databases: a leftover connection fails no run.
    if (server.isKept) {
      await removeDatabases(server.url, template);
      await runOn(server.url, `drop owned by ${roles.owner.name} cascade`);
      for (const { name } of Object.values(roles)) await runOn(server.url, `drop role ${name}`);
    }
    await server.close();
  };
}

/** `isKept` means that it is external and outlives the run. */
async function openServer(): Promise<{ url: string; isKept: boolean; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, isKept: true, close: async () => {} };
  const dataDir = makeTempDataDir(findFastTempDir());
  const starting = startEmbeddedPostgres({ dataDir, log: () => {}, fsync: false });
  const postgres = await starting.catch((error: unknown) => {
    removeTempDataDir(dataDir);
    throw error;
  });
  return {
    url: postgres.adminUrl,
    isKept: false,
    close: () => postgres.stop().finally(() => removeTempDataDir(dataDir)),
  };
}

async function removeDatabases(server: string, template: string): Promise<void> {
  const names = await runOn<string>(
    server,
    `select datname from pg_database where datname like '${template}%'`,
  );
  for (const name of names) await runOn(server, `drop database if exists ${name} with (force)`);
}
