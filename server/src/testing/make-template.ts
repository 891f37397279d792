import { Client } from 'pg';
import { prepareDatabase, prepareRoles, type Roles } from '../db/embedded/prepare-database.ts';
import { migrate } from '../db/migrate.ts';
import type { DatabaseAccess } from '../db/serving-role.ts';
import { writePlaces } from '../place/fill-places.ts';
import { GAZETTEER_VERSION } from '../place/gazetteer.ts';
import { asRole, runOn, withDatabase } from './database.ts';
import { SAMPLE_PLACES } from './sample-places.ts';

/** Creates a migrated database with the tests' places, and both roles, as a superuser. */
export async function makeTemplate(
  serverUrl: string,
  name: string,
  roles: Roles,
): Promise<DatabaseAccess> {
  await runOn(serverUrl, `create database ${name}`);
  const url = withDatabase(serverUrl, name);
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    await prepareRoles(admin, roles);
    await prepareDatabase(admin, roles);
  } finally {
    await admin.end();
  }
  const access = { url: asRole(url, roles.serving), ownerUrl: asRole(url, roles.owner) };
  await migrate(access);
  await writePlaces(access.ownerUrl, SAMPLE_PLACES, GAZETTEER_VERSION);
  return access;
}
