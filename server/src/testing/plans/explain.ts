import { escapeLiteral } from 'pg';
import type { Database, Statement } from '../../db/client.ts';

/** The cost of a statement: 8 kB pages accessed, and rows read. */
export type Cost = { pages: number; rows: number; plan: string };

type PlanNode = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

/**
 * Runs a statement with its generic plan, which PostgreSQL may choose after five calls on one
 * connection. Writes are rolled back.
 */
export function explainGeneric(db: Database, statement: Statement): Promise<Cost> {
  return explain(db, statement, 'force_generic_plan');
}

/** Runs a statement planned for its actual parameters. */
export function explainCustom(db: Database, statement: Statement): Promise<Cost> {
  return explain(db, statement, 'force_custom_plan');
}

async function explain(
  db: Database,
  statement: Statement,
  mode: 'force_generic_plan' | 'force_custom_plan',
): Promise<Cost> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL plan_cache_mode = ${mode}`);
    await client.query(`PREPARE explained AS ${statement.text}`);
    const values = statement.values.map(literalOf).join(', ');
    const execute = values ? `EXECUTE explained(${values})` : 'EXECUTE explained';
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${execute}`,
    );
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE explained');
    client.release();
    const plan = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan;
    return {
      pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      rows: rowsRead(plan),
      plan: JSON.stringify(plan, null, 1),
    };
  } catch (error) {
    // A connection that failed halfway may keep its statement: it is not returned to the pool.
    client.release(true);
    throw error;
  }
}

/** Rows read from tables and indexes, kept or not. */
function rowsRead(node: PlanNode): number {
  const here = node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsRead(below), here);
}

/** A parameter as text that takes the type of its context. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (Array.isArray(value)) {
    return escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  }
  return escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** The statements that `work` sends outside of transactions, in order. */
export async function recordStatements(
  { pool, pipelines }: Database,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = [];
  const restore = [pool, pipelines].map((sender) => recordSender(sender, sent));
  try {
    await work();
  } finally {
    for (const put of restore) put();
  }
  return sent;
}

/** Records the queries of one sender; returns a function that restores it. */
function recordSender(sender: Pick<Database['pipelines'], 'query'>, sent: Statement[]): () => void {
  const query = sender.query;
  // biome-ignore lint/suspicious/noExplicitAny: `pool.query` has nine overloads; all are passed on.
  sender.query = function record(this: unknown, ...given: any[]) {
    const [asked, values] = given;
    const { text, name } = typeof asked === 'string' ? { text: asked } : asked;
    sent.push({ ...(name && { name }), text, values: values ?? asked.values ?? [] });
    return query.apply(sender, given as never);
  } as typeof sender.query;
  return () => {
    sender.query = query;
  };
}

/** What a node reads on its own after a write, possibly during a call. */
const OF_THE_NODE = 'live-read';

/** The cost of a call with generic plans for all its statements. */
export async function costOfCall(db: Database, work: () => Promise<unknown>): Promise<Cost> {
  const total: Cost = { pages: 0, rows: 0, plan: '' };
  for (const statement of await recordStatements(db, work)) {
    if (statement.name === OF_THE_NODE) continue;
    const { pages, rows, plan } = await explainGeneric(db, statement);
    total.pages += pages;
    total.rows += rows;
    total.plan += `${statement.name ?? 'unnamed'}: ${plan}\n`;
  }
  return total;
}
