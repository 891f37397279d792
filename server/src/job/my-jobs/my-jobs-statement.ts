import { CURRENT_PHASES, type JobSide, type MyJobsState } from '@kindpal/contract/job/my-jobs';
import { actorCte, type Credential, VIEWER_COLUMN } from '../../access/actor.ts';
import type { Statement } from '../../db/client.ts';
import { type Condition, newest, pageStatement } from '../../db/page-statement.ts';
import { patternOf } from '../../db/search-words.ts';
import { IS_HELD } from '../../offer/policy.ts';
import { type Key, keyValues } from '../../transport/cursor.ts';
import { isWithdrawnFrom, SEARCHED_OF_JOB } from '../policy.ts';
import { CURRENT_CLAIM, JOB_COLUMNS } from '../rows.ts';

/**
 * `phaseOfJob` of the contract over `job` (jobs), exactly as in the index `jobs_by_owner_phase`.
 */
export const PHASE = `(CASE job.status WHEN 'open' THEN 'open' WHEN 'claimed' THEN 'upcoming'
  WHEN 'in_progress' THEN 'in_progress'
  ELSE CASE WHEN job.awaits_confirmation THEN 'to_confirm' ELSE 'past' END END)`;

export type MyJobsFilter = {
  state: MyJobsState | undefined;
  terms: string[];
  after: Key | null;
  limit: number;
};

type Order = { by: 'created_at' | 'start_date' | 'claimed_at' | 'ended_at'; isAscending: boolean };

/** The order of a list: all jobs newest first, past jobs latest first, all others soonest first. */
export function orderOf(as: JobSide, state: MyJobsState | undefined): Order {
  const isOwner = as === 'owner';
  if (!state) return { by: isOwner ? 'created_at' : 'claimed_at', isAscending: false };
  if (state === 'past') return { by: isOwner ? 'start_date' : 'ended_at', isAscending: false };
  return { by: 'start_date', isAscending: true };
}

const list = (phases: readonly string[]) => phases.map((phase) => `'${phase}'`).join(', ');
const inPhase = (state: MyJobsState) =>
  state === 'current' ? `${PHASE} IN (${list(CURRENT_PHASES)})` : `${PHASE} = '${state}'`;

const wordIn = (columns: readonly string[]) =>
  `(${columns.map((column) => `job.${column} ILIKE ?`).join(' OR ')})`;

/**
 * Whether a sitter sees the whole job: while they hold it, once they completed it, and when it is
 * open.
 */
const SHOWN_TO_SITTER = `(${CURRENT_CLAIM} OR job.status = 'open'
  AND NOT ${isWithdrawnFrom('(SELECT id FROM actor)')})`;

type Side = {
  /** The table that is paged. */
  alias: 'job' | 'claim';
  isMine: string;
  inState: (state: MyJobsState) => string;
  hasWord: string;
  page: (filter: MyJobsFilter) => string;
  /** Adds to the page what its rows show. */
  around: (page: string) => string;
};

const SIDES: Record<JobSide, Side> = {
  owner: {
    alias: 'job',
    isMine: 'job.owner_id = (SELECT id FROM actor)',
    inState: inPhase,
    hasWord: wordIn(SEARCHED_OF_JOB.by_members),
    page: () => 'SELECT job.* FROM jobs job',
    around: (page) => `(${page}) job JOIN users owner ON owner.id = job.owner_id
      LEFT JOIN LATERAL (SELECT * FROM job_claims latest WHERE latest.job_id = job.id
        ORDER BY latest.claimed_at DESC LIMIT 1) claim ON true
      LEFT JOIN users sitter ON sitter.id = claim.sitter_id`,
  },
  sitter: {
    alias: 'claim',
    isMine: 'claim.sitter_id = (SELECT id FROM actor)',
    inState: (state) => {
      if (state === 'past') return 'claim.ended_at IS NOT NULL';
      return state === 'current'
        ? 'claim.ended_at IS NULL'
        : `claim.ended_at IS NULL AND ${inPhase(state)}`;
    },
    hasWord: `(${SHOWN_TO_SITTER} AND ${wordIn(SEARCHED_OF_JOB.by_members)} OR ${wordIn(SEARCHED_OF_JOB.by_visitors)})`,
    page: ({ state, terms }) => {
      const needsJob = terms.length > 0 || (state && state !== 'past' && state !== 'current');
      return `SELECT claim.* FROM job_claims claim ${
        needsJob
          ? 'JOIN jobs job ON job.id = claim.job_id JOIN users owner ON owner.id = job.owner_id'
          : ''
      }`;
    },
    around: (page) => `(${page}) claim JOIN jobs job ON job.id = claim.job_id
      JOIN users owner ON owner.id = job.owner_id
      JOIN users sitter ON sitter.id = claim.sitter_id`,
  },
};

/**
 * One page of a member's jobs in one role, with the viewer; a visitor gets no rows. The page is
 * cut before any join, so that rows beyond it cost nothing.
 */
export function myJobsStatement(
  { by, value }: Credential,
  as: JobSide,
  filter: MyJobsFilter,
): Statement {
  const { state, terms, after, limit } = filter;
  const { alias, isMine, inState, hasWord, page, around } = SIDES[as];
  const order = orderOf(as, state);
  const words = terms.map(
    (term): Condition => ({ name: 'word', text: hasWord, value: patternOf(term) }),
  );
  const cut = pageStatement({
    name: `my-jobs-${as}-${by}`,
    select: page(filter),
    given: [value],
    where: [{ name: '', text: isMine }, state && { name: state, text: inState(state) }, ...words],
    order: newest(`${alias}.${order.by}`, `${alias}.id`),
    isAscending: order.isAscending,
    after: keyValues(after),
    limit,
    isPlannedAnew: terms.length > 0,
  });
  const direction = order.isAscending ? 'ASC' : 'DESC';
  return {
    ...cut,
    text: `WITH ${actorCte(by)}
      SELECT ${VIEWER_COLUMN}, ${JOB_COLUMNS}, ${isWithdrawnFrom('(SELECT id FROM actor)')} AS withdrawn,
        job.awaits_confirmation, ${IS_HELD} AS is_held, claim.id AS claim_id, claim.claimed_at, claim.ended_at,
        claim.end_reason, claim.end_note, claim.ended_by, claim.sitter_id,
        sitter.full_name AS sitter_name, sitter.profile_image_url AS sitter_image,
        sitter.is_verified AS sitter_verified
      FROM ${around(cut.text)}
      ORDER BY ${alias}.${order.by} ${direction}, ${alias}.id ${direction}`,
  };
}
