import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import pg from 'pg';
import type { Pipelines } from '../../db/pipelines.ts';
import type { Services } from '../../services.ts';

const SOURCE = join(import.meta.dirname, '../..');
const TYPES = new Map(Object.entries(pg.types.builtins).map(([name, oid]) => [oid, name]));

/** The columns of each hand-written statement that ran, by the file that wrote it. */
export type SeenStatements = Set<string>;

/**
 * Notes the columns that hand-written statements answer: TypeScript only believes what they are said
 * to be. Those that Drizzle writes are checked by its types.
 */
export function watchStatements({ db }: Services, seen: SeenStatements): void {
  for (const sender of [db.pool, db.pipelines]) watchSender(sender, seen);
}

function watchSender(sender: Pick<Pipelines, 'query'>, seen: SeenStatements): void {
  const query = sender.query.bind(sender) as (...given: unknown[]) => Promise<pg.QueryResult>;
  const watched = async (...given: unknown[]) => {
    const writer = writerOf(new Error().stack ?? '');
    const result = await query(...given);
    if (writer && result?.fields?.length > 0) {
      const { name = '' } = given[0] as { name?: string };
      seen.add(`${writer} ${name}: ${result.fields.map(columnOf).join(', ')}`);
    }
    return result;
  };
  sender.query = watched as typeof sender.query;
}

function columnOf({ name, dataTypeID }: pg.FieldDef): string {
  return `${name} ${TYPES.get(dataTypeID)?.toLowerCase() ?? 'array or own type'}`;
}

/** The file of the product that a statement comes from; null for Drizzle's and the tests' own. */
function writerOf(stack: string): string | null {
  if (!stack.includes(join('db', 'client.ts')) || stack.includes('drizzle-orm')) return null;
  for (const [, file = ''] of stack.matchAll(/([^\s(]+\/server\/src\/[^\s:)]+):\d+/g)) {
    const path = relative(SOURCE, file.replace('file://', '')).split(sep).join('/');
    if (path !== 'db/client.ts' && !path.startsWith('testing/')) return path;
  }
  return null;
}

/** The files with hand-written statements that nobody in the matrix has made run. */
export function unseenWriters(seen: SeenStatements): string[] {
  const writers = globSync('*/**/*.ts', { cwd: SOURCE })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.test\.ts$|^testing\/|^db\/client|^seed\//.test(file))
    .filter((file) =>
      /\.(prepared|jsonRows|shortRead)[<(]/.test(readFileSync(join(SOURCE, file), 'utf8')),
    );
  return writers.filter((file) => ![...seen].some((line) => line.startsWith(`${file} `))).sort();
}
