import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase, prepareRoles, type Roles } from '../db/embedded/prepare-database.ts';
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { writePlaces } from '../place/fill-places.ts';
import { GAZETTEER_VERSION } from '../place/gazetteer.ts';
import { asRole, runOn, withDatabase } from './database.ts';
import { findFastTempDir, makeTempDataDir, removeTempDataDir } from './make-temp-data-dir.ts';
import { SAMPLE_PLACES } from './sample-places.ts';

/**
 * One PostgreSQL for the whole run (TEST_DATABASE_URL, a superuser's, or an embedded one) with two
 * roles, as the product has them, and one migrated template that `createTestDatabase` copies.
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
    await removeDatabases(server.url, template);
    await runOn(server.url, `drop owned by ${roles.owner.name} cascade`);
    for (const { name } of Object.values(roles)) await runOn(server.url, `drop role ${name}`);
    await server.close();
  };
}

async function makeTemplate(serverUrl: string, template: string, roles: Roles): Promise<void> {
  await runOn(serverUrl, `create database ${template}`);
  const url = withDatabase(serverUrl, template);
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    await prepareRoles(admin, roles);
    await prepareDatabase(admin, roles);
  } finally {
    await admin.end();
  }
  const ownerUrl = asRole(url, roles.owner);
  await migrate({ url: asRole(url, roles.serving), ownerUrl });
  await writePlaces(ownerUrl, SAMPLE_PLACES, GAZETTEER_VERSION);
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
    url: postgres.adminUrl,
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
