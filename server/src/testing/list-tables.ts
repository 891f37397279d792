import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

const SCHEMA = join(import.meta.dirname, '../db/schema');

/** Every table that a file of `db/schema` declares. */
export async function listTables(): Promise<PgTable[]> {
  const modules = await Promise.all(readdirSync(SCHEMA).map((file) => import(join(SCHEMA, file))));
  return modules
    .flatMap((module) => Object.values<unknown>(module))
    .filter((value) => is(value, PgTable));
}
