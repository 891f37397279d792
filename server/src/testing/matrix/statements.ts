import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import pg from 'pg';
import type { Pipelines } from '../../db/pipelines.ts';
import type { Services } from '../../services.ts';

const SOURCE = join(import.meta.dirname, '../..');
const TYPES = new Map(Object.entries(pg.types.builtins).map(([name, oid]) => [oid, name]));

/** Hand-written statements that ran, by file and name, and the columns of their results. */
export type SeenStatements = { ran: Set<string>; columns: Set<string> };

/**
 * Records the result columns of hand-written statements, whose row types TypeScript can't check.
 * Drizzle's own are checked by its types.
 */
export function watchStatements({ db }: Services, seen: SeenStatements): void {
  for (const sender of [db.pool, db.pipelines]) watchSender(sender, seen);
  const { jsonRowsWithin } = db;
  // It uses its own connection, which is not watched: run the same text without the limit
  // instead.
  db.jsonRowsWithin = async (milliseconds, statement) => {
    await db.jsonRows(statement);
    return jsonRowsWithin(milliseconds, statement);
  };
}

function watchSender(sender: Pick<Pipelines, 'query'>, seen: SeenStatements): void {
  const query = sender.query.bind(sender) as (...given: unknown[]) => Promise<pg.QueryResult>;
  const watched = async (...given: unknown[]) => {
    const writer = writerOf(new Error().stack ?? '');
    const result = await query(...given);
    if (writer) {
      const { name = '' } = given[0] as { name?: string };
      const statement = `${writer} ${name}`;
      seen.ran.add(statement);
      const columns = (result?.fields ?? []).map(columnOf).join(', ');
      if (columns) seen.columns.add(`${statement}: ${columns}`);
    }
    return result;
  };
  sender.query = watched as typeof sender.query;
}

function columnOf({ name, dataTypeID }: pg.FieldDef): string {
  return `${name} ${TYPES.get(dataTypeID)?.toLowerCase() ?? 'array or own type'}`;
}

/** The product file that a statement comes from; null for Drizzle's and the tests' own. */
function writerOf(stack: string): string | null {
  if (!stack.includes(join('db', 'client.ts')) || stack.includes('drizzle-orm')) return null;
  for (const [, file = ''] of stack.matchAll(/([^\s(]+\/server\/src\/[^\s:)]+):\d+/g)) {
    const path = relative(SOURCE, file.replace('file://', '')).split(sep).join('/');
    if (path !== 'db/client.ts' && !path.startsWith('testing/')) return path;
  }
  return null;
}

const HAND_WRITTEN = /\.(prepared|jsonRows|jsonRowsWithin|shortRead)[<(]/;
/** Statement names are texts with a hyphen; names of conditions have none. */
const NAMES = [
  /\bname: ['`]([a-z]+-[a-z-]*[a-z])/g,
  /\.prepared(?:<[^(]*>)?\(\s*['`]([a-z-]+[a-z])/g,
];

/**
 * Files with hand-written statements that nobody in the matrix ran, and for other files the names
 * of such statements. For a composed name, its beginning counts.
 */
export function unseenWriters(seen: SeenStatements): string[] {
  const ran = [...seen.ran];
  const files = globSync('*/**/*.ts', { cwd: SOURCE })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.test\.ts$|^testing\/|^db\/client|^seed\//.test(file));
  const unseen = files.flatMap((file) => {
    const code = readFileSync(join(SOURCE, file), 'utf8');
    if (!HAND_WRITTEN.test(code)) return [];
    if (!ran.some((line) => line.startsWith(`${file} `))) return [file];
    const names = NAMES.flatMap((pattern) =>
      [...code.matchAll(pattern)].map(([, name = '']) => name),
    );
    return [...new Set(names)]
      .filter((name) => !ran.some((line) => line.split(' ')[1]?.startsWith(name)))
      .map((name) => `${file} ${name}`);
  });
  return unseen.sort();
}
