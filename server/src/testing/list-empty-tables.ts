import { getTableConfig } from 'drizzle-orm/pg-core';
import type { Database } from '../db/client.ts';
import { listTables } from './list-tables.ts';

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
