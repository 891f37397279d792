import {
  actorCte,
  type Credential,
  VIEWER_COLUMN,
  type Viewer,
  type ViewerColumn,
  viewerOf,
} from '../access/actor.ts';
import type { Database, Statement } from '../db/client.ts';
import { isShort, NEWEST_SOUGHT, patternOf } from '../db/search-words.ts';
import type { Key } from '../wire/cursor.ts';
import { CLAIM_COLUMNS, type ClaimRow, CURRENT_CLAIM, JOB_COLUMNS, type JobRow } from './rows.ts';

export type JobFilter = {
  owner_id?: string | undefined;
  job_types?: string[] | undefined;
  terms: string[];
  after: Key | null;
  limit: number;
};

const SEARCHED = ['title', 'description', 'location', 'pet_name', 'pet_breed'];

/**
 * Open jobs newest first, or with `owner_id` that member's: all to themselves, the open ones to
 * others. One statement finds the actor as well. Statements without a search are prepared; one with
 * a search is planned anew, because the good plan depends on how common its words are.
 */
export function listStatement(
  by: Credential['by'] | 'nobody',
  value: string | null,
  filter: JobFilter,
): Statement {
  const values: unknown[] = [value];
  const param = (input: unknown) => `$${values.push(input)}`;
  const where: string[] = [];
  // Written into the text: with a parameter here PostgreSQL would plan the statement at every call.
  const limit = Math.trunc(filter.limit);
  let from = 'jobs job';
  if (filter.owner_id) {
    where.push(`job.owner_id = ${param(filter.owner_id)}`);
    where.push(`(job.status = 'open' OR job.owner_id = (SELECT id FROM actor))`);
  } else where.push(`job.status = 'open'`);
  if (filter.job_types) where.push(`job.job_type = ANY(${param(filter.job_types)})`);
  if (filter.after) {
    const at = `${param(filter.after.created_at)}::timestamptz`;
    where.push(`(job.created_at, job.id) < (${at}, ${param(filter.after.id)}::uuid)`);
  }
  const short = filter.terms.some(isShort);
  const words = filter.terms.map((term) => {
    const pattern = param(patternOf(term));
    return `(${SEARCHED.map((column) => `job.${column} ILIKE ${pattern}`).join(' OR ')})`;
  });
  if (short) {
    from = `(SELECT * FROM jobs job WHERE ${where.join(' AND ')}
      ORDER BY job.created_at DESC, job.id DESC LIMIT ${NEWEST_SOUGHT}) job`;
  }
  const conditions = short ? words : [...where, ...words];
  const text = `WITH ${actorCte(by)}
    SELECT ${VIEWER_COLUMN}, ${JOB_COLUMNS} FROM ${from} JOIN users owner ON owner.id = job.owner_id
    WHERE ${conditions.join(' AND ')}
    ORDER BY job.created_at DESC, job.id DESC LIMIT ${limit}`;
  if (words.length > 0) return { text, values };
  const shape = [filter.owner_id && 'owner', filter.job_types && 'type', filter.after && 'after'];
  return { name: ['jobs', by, limit, ...shape.filter(Boolean)].join('-'), text, values };
}

/** Runs the list for whoever asks. The viewer comes with the rows: an empty list needs none. */
export async function listJobRows(
  db: Database,
  credential: Credential | null,
  filter: JobFilter,
): Promise<{ viewer: Viewer | null; rows: JobRow[] }> {
  const statement = listStatement(credential?.by ?? 'nobody', credential?.value ?? null, filter);
  const rows = await db.jsonRows<ViewerColumn & JobRow>(statement);
  return { viewer: viewerOf(rows[0]), rows };
}

const detailStatement = (by: Credential['by'] | 'nobody') => `WITH ${actorCte(by)}
  SELECT ${VIEWER_COLUMN}, ${JOB_COLUMNS}
  FROM jobs job JOIN users owner ON owner.id = job.owner_id WHERE job.id = $2`;

const DETAIL = {
  nobody: detailStatement('nobody'),
  token: detailStatement('token'),
  session: detailStatement('session'),
};

const CLAIM = `SELECT ${CLAIM_COLUMNS}
  FROM job_claims claim JOIN users sitter ON sitter.id = claim.sitter_id
  WHERE claim.job_id = $1 AND ${CURRENT_CLAIM} ORDER BY claim.claimed_at DESC LIMIT 1`;

export type FoundJob = { viewer: Viewer | null; job: JobRow; claim: ClaimRow | null };

/** One job with its current claim, and who asks, or null. An open job, which most look at, has no claim. */
export async function findJob(
  db: Database,
  credential: Credential | null,
  id: string,
): Promise<FoundJob | null> {
  const by = credential?.by ?? 'nobody';
  const [job] = await db.jsonRows<ViewerColumn & JobRow>({
    name: `job-${by}`,
    text: DETAIL[by],
    values: [credential?.value ?? null, id],
  });
  if (!job) return null;
  const claim = job.status === 'open' ? null : await findCurrentClaim(db, id);
  return { viewer: viewerOf(job), job, claim };
}

async function findCurrentClaim(db: Database, jobId: string): Promise<ClaimRow | null> {
  const statement = { name: 'job-claim', text: CLAIM, values: [jobId] };
  const [claim] = await db.jsonRows<ClaimRow>(statement);
  return claim ?? null;
}
