import { Client } from 'pg';
import { inject } from 'vitest';
import { withDatabase } from '../database.ts';
import type { TestKindpal } from '../test-kindpal.ts';

/** A copy of all rows. Restoring it takes a tenth of the time of a new scene. */
export type KeptRows = {
  /** Copies every row. */
  keep(): Promise<void>;
  /** Puts the copied rows back into each table that was written to since, without any trigger. */
  restore(): Promise<void>;
  close(): Promise<void>;
};

/** Each table of the product, except the partitions, which their parent stands for. */
const PREPARE = `
CREATE SCHEMA kept;
CREATE TABLE kept.written (name text);
CREATE FUNCTION kept.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO kept.written VALUES (TG_RELID::regclass::text);
  RETURN NULL;
END $$;
CREATE TABLE kept.tables AS
  SELECT r.oid::regclass::text AS name, 'kept.' || quote_ident(r.oid::text) AS copy,
    string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class r
  JOIN pg_namespace n ON n.oid = r.relnamespace
  JOIN pg_attribute a ON a.attrelid = r.oid
  WHERE r.relkind IN ('r', 'p') AND NOT r.relispartition
    AND n.nspname NOT IN ('kept', 'graphile_worker', 'pg_catalog', 'information_schema')
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY r.oid;
DO $$
DECLARE t record;
BEGIN
  FOR t IN SELECT * FROM kept.tables LOOP
    EXECUTE format('CREATE TRIGGER note_write AFTER INSERT OR UPDATE OR DELETE ON %s
      FOR EACH STATEMENT EXECUTE FUNCTION kept.note()', t.name);
    EXECUTE format('CREATE TABLE %s AS SELECT %s FROM %s', t.copy, t.columns, t.name);
  END LOOP;
END $$;`;

const KEEP = `DO $$
DECLARE t record;
BEGIN
  FOR t IN SELECT * FROM kept.tables WHERE name IN (SELECT name FROM kept.written) LOOP
    EXECUTE format('TRUNCATE %s', t.copy);
    EXECUTE format('INSERT INTO %s SELECT %s FROM %s', t.copy, t.columns, t.name);
  END LOOP;
  DELETE FROM kept.written;
END $$;`;

const RESTORE = `DO $$
DECLARE t record;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR t IN SELECT * FROM kept.tables WHERE name IN (SELECT name FROM kept.written) LOOP
    EXECUTE format('DELETE FROM %s', t.name);
    EXECUTE format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s',
      t.name, t.columns, t.columns, t.copy);
  END LOOP;
  DELETE FROM kept.written;
END $$;`;

/** Starts to keep the rows of a test's database. */
export async function keepRows({ ownerUrl }: TestKindpal): Promise<KeptRows> {
  const name = new URL(ownerUrl).pathname.slice(1);
  // Only a superuser may write without triggers.
  const client = new Client({ connectionString: withDatabase(inject('testServerUrl'), name) });
  await client.connect();
  await client.query(PREPARE);
  return {
    async keep() {
      await client.query(KEEP);
    },
    async restore() {
      await client.query(RESTORE);
    },
    close: () => client.end(),
  };
}
