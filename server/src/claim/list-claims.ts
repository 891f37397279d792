import type { claim } from '@kindpal/contract/claim/contract';
import type { ClaimWithJob } from '@kindpal/contract/claim/schema';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { presentJobCard } from '../job/present.ts';
import { JOB_COLUMNS, type JobRow } from '../job/rows.ts';
import { decodeCursor, pageOf } from '../wire/cursor.ts';
import { refusal } from '../wire/refusal.ts';

type Row = Omit<ClaimWithJob, 'job'> & { job: JobRow };

/**
 * The caller's own claims, or with `job_id` those of a job: all to its owner, their own to a
 * sitter; newest first. A released sitter sees the job's public view only. [D3] [X2]
 */
export async function listClaims({ input, context }: MemberCall<typeof claim.list>) {
  const { services, actor } = context;
  if (input.sitter_id && input.sitter_id !== actor.id && !input.job_id) throw refusal('FORBIDDEN');
  const after = decodeCursor(input.cursor);
  const [found] = await services.db.prepared<{ rows: Row[] | null }>(
    `claims${input.job_id ? '-job' : ''}`,
    `SELECT json_agg(rows) AS rows FROM (
       SELECT claim.id, claim.job_id, claim.sitter_id, claim.claimed_at, claim.ended_at,
         claim.end_reason, (SELECT to_json(found) FROM (SELECT ${JOB_COLUMNS}) found) AS job
       FROM job_claims claim
       JOIN jobs job ON job.id = claim.job_id
       JOIN users owner ON owner.id = job.owner_id
       WHERE ${input.job_id ? '$6::uuid = claim.job_id AND (claim.sitter_id = $1 OR job.owner_id = $1)' : 'claim.sitter_id = $1 AND $6::uuid IS NULL'}
         AND ($5::uuid IS NULL OR claim.sitter_id = $5)
         AND (NOT $2::boolean OR claim.ended_at IS NULL)
         AND ($3::timestamptz IS NULL OR (claim.claimed_at, claim.id) < ($3, $4::uuid))
       ORDER BY claim.claimed_at DESC, claim.id DESC LIMIT $7) rows`,
    [
      actor.id,
      input.live ?? false,
      after?.created_at ?? null,
      after?.id ?? null,
      input.sitter_id ?? null,
      input.job_id ?? null,
      input.limit + 1,
    ],
  );
  const { items, next_cursor } = pageOf(found?.rows ?? [], input.limit, (row) => ({
    created_at: row.claimed_at,
    id: row.id,
  }));
  return { items: items.map((row) => present(row, context)), next_cursor };
}

function present({ job, ...row }: Row, { actor }: MemberContext): ClaimWithJob {
  const current = !row.ended_at || row.end_reason === 'completed' ? row : null;
  return { ...row, job: presentJobCard(job, actor, current) };
}
