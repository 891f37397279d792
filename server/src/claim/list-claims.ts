import type { claim } from '@kindpal/contract/claim/contract';
import type { ClaimWithJob } from '@kindpal/contract/claim/schema';
import type { Viewer } from '../access/actor.ts';
import type { MemberCall } from '../access/call.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { isWithdrawnFrom } from '../job/policy.ts';
import { presentJobCard } from '../job/present.ts';
import { currentOf, JOB_COLUMNS, type JobRow } from '../job/rows.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { refusal } from '../transport/refusal.ts';

type Row = Omit<ClaimWithJob, 'id' | 'job_id' | 'job'> & {
  claim_id: string;
  withdrawn: boolean;
} & JobRow;

/**
 * The caller's own claims, or with `job_id` the claims of a job: all for its owner, their own for
 * a sitter; newest first. A former sitter sees the job's public view only. [D3] [X2]
 */
export async function listClaims({ input, context }: MemberCall<typeof claim.list>) {
  const { services, actor } = context;
  const { job_id, sitter_id } = input;
  if (sitter_id && sitter_id !== actor.id && !job_id) throw refusal('FORBIDDEN');
  const rows = await services.db.jsonRows<Row>(
    pageStatement({
      name: 'claims',
      select: `SELECT claim.id AS claim_id, claim.sitter_id, claim.claimed_at, claim.ended_at,
          claim.end_reason, ${JOB_COLUMNS}, ${isWithdrawnFrom('$1')} AS withdrawn
        FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
        JOIN users owner ON owner.id = job.owner_id`,
      given: [actor.id],
      where: [
        job_id
          ? { name: 'mine', text: '(claim.sitter_id = $1 OR job.owner_id = $1)' }
          : { name: 'own', text: 'claim.sitter_id = $1' },
        job_id !== undefined && { name: 'job', text: 'claim.job_id = ?', value: job_id },
        sitter_id !== undefined && {
          name: 'sitter',
          text: 'claim.sitter_id = ?',
          value: sitter_id,
        },
        input.live && { name: 'live', text: 'claim.ended_at IS NULL' },
      ],
      order: newest('claim.claimed_at', 'claim.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => ({
    created_at: row.claimed_at,
    id: row.claim_id,
  }));
  return { items: items.map((row) => present(row, actor)), next_cursor };
}

function present(row: Row, viewer: Viewer): ClaimWithJob {
  const { claim_id, sitter_id, claimed_at, ended_at, end_reason } = row;
  return {
    id: claim_id,
    job_id: row.id,
    sitter_id,
    claimed_at,
    ended_at,
    end_reason,
    job: presentJobCard(row, viewer, currentOf(row)),
  };
}
