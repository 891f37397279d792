import type { Client } from 'pg';

type Index = { name: string; definition: string; is_unique: boolean };

/** Fewer new rows than this are inserted faster with the indexes in place. */
const WORTH_IT = 20_000;

/**
 * Drops the indexes of jobs, and the non-unique ones of claims and messages, during a large load;
 * returns a function that rebuilds them. Both belong in the load's transaction.
 */
export async function deferIndexes(client: Client, rows: number): Promise<() => Promise<void>> {
  if (rows < WORTH_IT) return async () => undefined;
  const { rows: found } = await client.query<Index>(`
    SELECT index.indexrelid::regclass::text AS name, pg_get_indexdef(index.indexrelid) AS definition,
      index.indisunique AS is_unique
    FROM pg_index index
    WHERE index.indrelid = ANY('{jobs,job_claims,messages}'::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = index.indexrelid)
      AND (NOT index.indisunique OR index.indrelid = 'jobs'::regclass)`);
  const kept = found.filter(({ name }) => name !== 'job_claims_by_job');
  for (const { name } of kept) await client.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { definition } of kept) await client.query(definition);
  };
}
