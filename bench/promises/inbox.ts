import type { Pool } from 'pg';
import type { Bench } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { judgeCall } from '../harness/judge-call.ts';
import { compare, timeAlone } from '../harness/load.ts';
import { type SignedIn, signInSome } from '../harness/sessions.ts';
import { atMost, median, milliseconds, type Verdict } from '../harness/verdict.ts';

const JOBS = 600;
const CONVERSATIONS = 400;
const MOST = 1.5;
const TURNS = 5;

/**
 * The newest 20 of an owner's 1,000 threads, job chats and direct ones, compared to one prepared
 * statement that finds the same in the same tables; and the last page compared to the first.
 */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const [owner] = (await signInSome(pool, 1, 'pet_owner')) as [SignedIn];
  await fillInbox(pool, owner.id);
  const { cookie } = owner;
  const pageAt = (cursor: string | null) =>
    requestOf(`GET /rest/v1/threads?limit=20${cursor ? `&cursor=${cursor}` : ''}`, { cookie });
  const first = pageAt(null);
  const bare = requestOf(`GET /inbox/${owner.id}`);
  const seen = await compare({
    ours: { port: kindpal.port, next: () => first, status: 200 },
    bare: { port: limit.port, next: () => bare, status: 200 },
  });
  const last = pageAt(await findLastCursor(kindpal.port, cookie));
  const timeOf = (page: Buffer) => timeAlone({ port: kindpal.port, next: () => page, status: 200 });
  const turns: { first: number; last: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    turns.push({ first: await timeOf(first), last: await timeOf(last) });
  }
  return [
    ...judgeCall('The inbox of 1,000 threads', seen, 0.5),
    {
      promise: 'The last page of 1,000 threads, beside the first',
      measured: milliseconds(median(turns.map((turn) => turn.last))),
      limit: `${milliseconds(median(turns.map((turn) => turn.first)))} for the first`,
      ...atMost(median(turns.map((turn) => turn.last / turn.first)), MOST),
    },
  ];
}

/** Follows the cursors to the last page, like a reader. */
async function findLastCursor(port: number, cookie: string): Promise<string> {
  let cursor = '';
  for (;;) {
    const query = `limit=20${cursor ? `&cursor=${cursor}` : ''}`;
    const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/threads?${query}`, {
      headers: { cookie },
    });
    const { next_cursor } = (await answer.json()) as { next_cursor: string | null };
    if (!next_cursor) return cursor;
    cursor = next_cursor;
  }
}

/** Gives a member 600 threads of completed jobs and 400 conversations, with five messages each. */
async function fillInbox(pool: Pool, owner: string): Promise<void> {
  await pool.query(
    `WITH post AS (
       INSERT INTO jobs (owner_id, title, description, job_type, start_date, end_date, time_zone,
         total_amount, status, pet_name)
       SELECT $1, 'A long walk ' || n, 'Round the pond and back.', 'dog_walking',
         now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 hour', 'UTC', 20,
         'completed', 'Biscuit'
       FROM generate_series(1, $2::int) n RETURNING id, start_date, end_date),
     held AS (
       INSERT INTO job_claims (job_id, sitter_id, start_date, end_date, completed_at, confirmed_at,
         ended_at, end_reason)
       SELECT post.id, (SELECT id FROM users WHERE id <> $1 ORDER BY id LIMIT 1), start_date, end_date,
         end_date, end_date, end_date, 'completed' FROM post RETURNING id, job_id, sitter_id)
     INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
     SELECT job_id, id, sitter_id, gen_random_uuid(), 'We went round the pond. ' || n
     FROM held, generate_series(1, 5) n`,
    [owner, JOBS],
  );
  await pool.query(
    `WITH talk AS (
       INSERT INTO conversations (participant_1, participant_2, accepted_at)
       SELECT least($1::uuid, id), greatest($1::uuid, id), now()
       FROM (SELECT id FROM users WHERE id <> $1 ORDER BY id LIMIT $2) other
       ON CONFLICT DO NOTHING RETURNING *)
     INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
     SELECT id, CASE participant_1 WHEN $1 THEN participant_2 ELSE participant_1 END,
       gen_random_uuid(), 'Do you take hens? ' || n FROM talk, generate_series(1, 5) n`,
    [owner, CONVERSATIONS],
  );
  await pool.query('ANALYZE jobs, job_claims, messages, conversations, conversation_messages');
}
