import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/client.ts';

const SCHEMA = join(import.meta.dirname, '../db/schema');

/** Every table that a file of `db/schema` declares. */
export async function listTables(): Promise<PgTable[]> {
  const modules = await Promise.all(readdirSync(SCHEMA).map((file) => import(join(SCHEMA, file))));
  return modules
    .flatMap((module) => Object.values<unknown>(module))
    .filter((value) => is(value, PgTable));
}

/** The public tables without any row, in the order of their names. */
export async function listEmptyTables({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const names = (await listTables())
    .map((table) => getTableConfig(table))
    .filter(({ schema }) => schema === undefined)
    .map(({ name }) => name)
    .sort();
  const empty: string[] = [];
  for (const name of names) {
    const { rowCount } = await pool.query(`SELECT FROM "${name}" LIMIT 1`);
    if (rowCount === 0) empty.push(name);
  }
  return empty;
}
