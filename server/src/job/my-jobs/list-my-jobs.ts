import type { job } from '@kindpal/contract/job/contract';
import { type JobSide, type MyClaim, type MyJob, phaseOfJob } from '@kindpal/contract/job/my-jobs';
import { canActOnJob } from '@kindpal/contract/job/rules';
import { findActor, type Viewer, type ViewerColumn, viewerOf } from '../../access/actor.ts';
import type { OpenCall } from '../../access/call.ts';
import { termsOf } from '../../db/search-words.ts';
import { decodeCursor, pageOf } from '../../transport/cursor.ts';
import { refusal } from '../../transport/refusal.ts';
import { relationToJob } from '../policy.ts';
import { jobFactsOf, presentJobCard } from '../present.ts';
import { currentOf, type JobRow } from '../rows.ts';
import { myJobsStatement, orderOf } from './my-jobs-statement.ts';

type RowOfClaim = {
  claim_id: string;
  claimed_at: string;
  ended_at: string | null;
  end_reason: MyClaim['end_reason'];
  end_note: string | null;
  ended_by: string | null;
  sitter_id: string;
  sitter_name: string;
  sitter_image: string | null;
  sitter_verified: boolean;
};
/** A row of `myJobsStatement`. */
export type MyJobRow = ViewerColumn &
  JobRow & { withdrawn: boolean; awaits_confirmation: boolean; is_held: boolean } & (
    | RowOfClaim
    | { claim_id: null }
  );

/**
 * The caller's jobs as owner or sitter, one page, and the next cursor. Throws UNAUTHORIZED for a
 * visitor; the statement also finds its viewer. [D1] [D3]
 */
export async function listMyJobs({ input, context }: OpenCall<typeof job.listMine>) {
  const { services, credential } = context;
  const { as, state } = input;
  const after = decodeCursor(input.cursor);
  if (!credential) throw refusal('UNAUTHORIZED');
  const rows = await services.db.jsonRows<MyJobRow>(
    myJobsStatement(credential, as, {
      state,
      terms: termsOf(input.search),
      after,
      limit: input.limit + 1,
    }),
  );
  // Without rows there is no viewer: a member without such jobs, or a visitor.
  const viewer = viewerOf(rows[0]) ?? (await findActor(services.db, credential));
  if (!viewer) throw refusal('UNAUTHORIZED');
  services.limiter.remember(credential, viewer.id);
  const { by } = orderOf(as, state);
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => ({
    created_at: momentOf(row, by),
    id: as === 'sitter' && row.claim_id !== null ? row.claim_id : row.id,
  }));
  return { items: items.map((row) => presentMyJob(row, viewer)), next_cursor };
}

/** The sort column is never null in the list's rows. */
function momentOf(row: MyJobRow, by: ReturnType<typeof orderOf>['by']): string {
  return (row as unknown as Record<typeof by, string>)[by];
}

/** A member's own job, in the row's role. [D1] [D3] */
export function presentMyJob(row: MyJobRow, viewer: Viewer): MyJob {
  const claim = row.claim_id === null ? null : row;
  const current = currentOf(claim);
  const isOver = claim?.sitter_id === viewer.id && claim.ended_at !== null;
  const relation = relationToJob(viewer, row, current);
  const canRelease = canActOnJob('release', { job: jobFactsOf(row, null), relation, now: 0 });
  return {
    job: presentJobCard(row, viewer, current),
    is_held: row.is_held,
    phase: isOver ? 'past' : phaseOfJob(row.status, row.awaits_confirmation),
    claim: claim && presentClaim(row, claim),
    sitter: claim && {
      id: claim.sitter_id,
      full_name: claim.sitter_name,
      profile_image_url: claim.sitter_image,
      is_verified: claim.sitter_verified,
    },
    can: { ...(claim ? { chat: true } : {}), ...(canRelease ? { release: true } : {}) },
  };
}

function presentClaim({ owner_id }: JobRow, claim: RowOfClaim): MyClaim {
  const { claim_id: id, claimed_at, ended_at, end_reason, end_note, ended_by } = claim;
  const by = (id: string, side: JobSide) => (ended_by === id ? side : null);
  const side =
    by(owner_id, 'owner') ?? by(claim.sitter_id, 'sitter') ?? (ended_by ? 'staff' : null);
  return { id, claimed_at, ended_at, end_reason, end_note, ended_by: side };
}
