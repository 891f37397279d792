import type { Pool } from 'pg';
import { encodeCursor } from '../../server/src/transport/cursor.ts';
import type { Bench } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { timeAlone } from '../harness/load.ts';
import { signInSome } from '../harness/sessions.ts';
import { atMost, median, milliseconds, type Verdict } from '../harness/verdict.ts';

const MOST = 1.5;
const TURNS = 5;

/** The first, the middle and the last page of 500,000 open jobs cost the same. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.large();
  const [member] = await signInSome(pool, 1);
  const open = await countOpen(pool);
  const page = async (offset: number) => {
    const cursor = offset > 0 ? `&cursor=${await cursorAt(pool, offset)}` : '';
    const request = requestOf(`GET /rest/v1/jobs?limit=20${cursor}`, { cookie: member?.cookie });
    return { port: kindpal.port, next: () => request, status: 200 };
  };
  const pages = {
    first: await page(0),
    middle: await page(Math.floor(open / 2)),
    last: await page(open - 21),
  };
  const turns: Record<keyof typeof pages, number>[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    turns.push({
      first: await timeAlone(pages.first),
      middle: await timeAlone(pages.middle),
      last: await timeAlone(pages.last),
    });
  }
  turns.shift();
  return (['middle', 'last'] as const).map((which) => ({
    promise: `The ${which} page of 500,000 open jobs, beside the first`,
    measured: milliseconds(median(turns.map((turn) => turn[which]))),
    limit: `${milliseconds(median(turns.map((turn) => turn.first)))} for the first`,
    ...atMost(median(turns.map((turn) => turn[which] / turn.first)), MOST),
  }));
}

async function countOpen(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM jobs WHERE status = 'open'`,
  );
  return rows[0]?.open ?? 0;
}

/** The cursor behind the job at this offset. */
async function cursorAt(pool: Pool, offset: number): Promise<string> {
  const { rows } = await pool.query<{ created_at: string; id: string }>(
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, id
     FROM jobs WHERE status = 'open'
     ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT 1`,
    [offset],
  );
  if (!rows[0]) throw new Error('there is no such page');
  return encodeCursor(rows[0]);
}
