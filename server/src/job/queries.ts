import type { JobSort } from '@kindpal/contract/job/list-filter';
import type { Reliability } from '@kindpal/contract/member/reliability';
import type { Rating } from '@kindpal/contract/review/rating';
import {
  actorCte,
  type Credential,
  JOINED_VIEWER_COLUMN,
  perCredential,
  VIEWER_COLUMN,
  type Viewer,
  type ViewerColumn,
  viewerOf,
} from '../access/actor.ts';
import { isShownTo } from '../block/policy.ts';
import type { Database, Statement } from '../db/client.ts';
import { type Condition, newest, pageStatement } from '../db/page-statement.ts';
import { hasPlainCase, isShort, NEWEST_SOUGHT, patternOf } from '../db/search-words.ts';
import { reliabilityOf } from '../member/trust/reliability.ts';
import {
  HAS_REQUIREMENTS,
  IS_HELD,
  IS_LISTED,
  IS_UNRESERVED,
  isReservedFrom,
  type RequirementsRow,
  requirementsFor,
} from '../offer/policy.ts';
import type { PlacesNear } from '../place/places-near.ts';
import { ratingOf } from '../review/rows.ts';
import type { KeyPart } from '../transport/cursor.ts';
import { IS_OFFERED, isOwnerWithdrawnFrom, seesJob } from './policy.ts';
import {
  CLAIM_OF_JOB_COLUMNS,
  type ClaimRow,
  CURRENT_CLAIM,
  JOB_COLUMNS,
  type JobRow,
} from './rows.ts';

export type JobFilter = {
  owner_id?: string | undefined;
  job_types?: string[] | undefined;
  terms: string[];
  /** The columns to search. */
  searched: readonly string[];
  /**
   * Searches only the newest jobs, at a bounded cost: PostgreSQL assumes that words are
   * independent, and scans every job when two common words never occur together.
   */
  onlyNewest: boolean;
  sort: JobSort;
  /** Places the jobs may be in; null for anywhere. */
  near: PlacesNear | null;
  min_pay: number | undefined;
  /** The period that a job must overlap, ISO. */
  from: string | undefined;
  until: string | undefined;
  /** The values of `SORTS` in the last row of the previous page. */
  after: (string | number)[] | null;
  limit: number;
};

/** A row of the list with both areas; `meters` when ordered by distance. */
export type ListedRow = JobRow & {
  place_id: number | null;
  viewer_place_id: number | null;
  /** Whether it has requirements for claiming; null if not. */
  asks: true | null;
  meters?: number;
};

type SortOrder = {
  order: [expression: string, type: string][];
  isAscending: boolean;
  parts: Exclude<KeyPart, 'flag'>[];
  keyOf: (row: ListedRow) => (string | number)[];
};

/** The sort orders, and a row's position in them. */
export const SORTS: Record<JobSort, SortOrder> = {
  newest: {
    order: newest('job.created_at', 'job.id'),
    isAscending: false,
    parts: ['moment', 'id'],
    keyOf: ({ created_at, id }) => [created_at, id],
  },
  soonest: {
    order: newest('job.start_date', 'job.id'),
    isAscending: true,
    parts: ['moment', 'id'],
    keyOf: ({ start_date, id }) => [start_date, id],
  },
  nearest: {
    order: [['near.meters', 'float8'], ...newest('job.start_date', 'job.id')],
    isAscending: true,
    parts: ['number', 'moment', 'id'],
    keyOf: ({ meters = 0, start_date, id }) => [meters, start_date, id],
  },
  pay: {
    order: [
      ['job.total_amount', 'numeric'],
      ['job.id', 'uuid'],
    ],
    isAscending: false,
    parts: ['number', 'id'],
    keyOf: ({ total_amount, id }) => [total_amount, id],
  },
};

/** The time limit for a search of all jobs. */
const SEARCH_MS = 250;
const OPEN = `job.status = 'open'`;
/** Read once per page. Distances are computed outside the statement, which stays fast. */
const AREAS = `job.place_id,
  (SELECT place_id FROM users WHERE id = (SELECT id FROM actor)) AS viewer_place_id`;
/** Null instead of false, which costs nothing to send. */
const ASKS = `nullif(${HAS_REQUIREMENTS}, false) AS asks`;

/** The newest open jobs, used for short words, and for several words by a visitor. */
const NEWEST_OPEN = `(SELECT * FROM jobs job WHERE ${OPEN}
  ORDER BY job.created_at DESC, job.id DESC LIMIT ${NEWEST_SOUGHT})`;

/**
 * Open jobs newest first, or with `owner_id` that member's: all for themselves, the open ones for
 * other members, none for visitors. The statement also finds the actor.
 */
function jobsStatement(
  by: Credential['by'] | 'nobody',
  value: string | null,
  filter: JobFilter,
): Statement {
  const { owner_id, job_types, terms, searched, onlyNewest, sort, near, after, limit } = filter;
  const { order, isAscending } = SORTS[sort];
  const isByDistance = sort === 'nearest' && near !== null;
  const isAmongNewest = !owner_id && (onlyNewest || terms.some(isShort));
  const from = isAmongNewest ? NEWEST_OPEN : 'jobs';
  const ofOwner = { name: 'owner', text: 'job.owner_id = ?', value: owner_id };
  const forOthers = {
    name: '',
    text: `(job.owner_id = (SELECT id FROM actor) OR ${OPEN} AND ${IS_LISTED} AND EXISTS (SELECT FROM actor))`,
  };
  const words = terms.flatMap((term) => conditionsOf(term, { searched, isAmongNewest }));
  return pageStatement({
    name: `jobs-${by}${sort === 'newest' ? '' : `-${sort}`}`,
    select: `WITH ${actorCte(by)} SELECT ${VIEWER_COLUMN}, ${JOB_COLUMNS}, ${AREAS}, ${ASKS}${isByDistance ? ', near.meters' : ''}
      FROM ${from} job JOIN users owner ON owner.id = job.owner_id ${isByDistance ? NEAR : ''}`,
    given: isByDistance ? [value, near.ids, near.meters] : [value],
    where: [
      ...(owner_id ? [ofOwner, forOthers] : [{ name: '', text: `${OPEN} AND ${IS_LISTED}` }]),
      { name: '', text: IS_OFFERED },
      by !== 'nobody' && { name: '', text: isShownTo('job.owner_id', '(SELECT id FROM actor)') },
      job_types && { name: 'type', text: 'job.job_type = ANY(?)', value: job_types },
      ...narrowedBy(filter),
      ...words,
    ],
    order,
    isAscending,
    after,
    limit,
    // With a generic plan, a page of an owner with thousands of jobs would read and sort them
    // all.
    isPlannedAnew: terms.length > 0 || owner_id !== undefined || isNarrowed(filter),
  });
}

/**
 * The condition that a word occurs in one of the columns. All columns joined by a space, which no
 * word contains, are compared first because that is cheap; PostgreSQL estimates that nearly every
 * row passes, so its plan does not change. Only the separate columns can use an index.
 */
function conditionsOf(
  term: string,
  { searched, isAmongNewest }: { searched: readonly string[]; isAmongNewest: boolean },
): Condition[] {
  const columns = searched.map((column) => `job.${column}`);
  const all = `concat_ws(' ', ${columns.join(', ')})`;
  if (isAmongNewest) {
    const text = hasPlainCase(term) ? `${all} COLLATE "C" ILIKE ?` : `${all} ILIKE ?`;
    return [{ name: 'word', text, value: patternOf(term) }];
  }
  const one = columns.map((column) => `${column} ILIKE ?`).join(' OR ');
  return [
    { name: 'word', text: `strpos(lower(${all}), lower(?)) <> 0`, value: term },
    { name: '', text: `(${one})`, value: patternOf(term) },
  ];
}

/** Joins the places `$2` with their distances `$3`. */
const NEAR = `JOIN unnest($2::int[], $3::int[]) near(place_id, meters)
  ON near.place_id = job.place_id`;

function narrowedBy({ sort, near, min_pay, from, until }: JobFilter): (Condition | false)[] {
  return [
    near !== null &&
      sort !== 'nearest' && { name: 'near', text: 'job.place_id = ANY(?)', value: near.ids },
    min_pay !== undefined && { name: 'pay', text: 'job.total_amount >= ?', value: min_pay },
    from !== undefined && { name: 'from', text: 'job.end_date > ?', value: from },
    until !== undefined && { name: 'until', text: 'job.start_date < ?', value: until },
  ];
}

/** Whether the number of matches depends on the parameter values. */
function isNarrowed({ near, min_pay, from, until }: JobFilter): boolean {
  return near !== null || min_pay !== undefined || from !== undefined || until !== undefined;
}

/** Runs the list for its viewer. The viewer comes with the rows; an empty list needs none. */
export async function listJobRows(
  db: Database,
  credential: Credential | null,
  filter: JobFilter,
): Promise<{ viewer: Viewer | null; rows: ListedRow[] }> {
  const asked = (given: JobFilter) =>
    jobsStatement(credential?.by ?? 'nobody', credential?.value ?? null, given);
  const rows = isUnpredictable(filter)
    ? ((await db.jsonRowsWithin<ViewerColumn & ListedRow>(SEARCH_MS, asked(filter))) ??
      (await db.jsonRows<ViewerColumn & ListedRow>(asked({ ...filter, onlyNewest: true }))))
    : await db.shortRead<ViewerColumn & ListedRow>(asked(filter));
  return { viewer: viewerOf(rows[0]), rows };
}

/** Searching all jobs for several words may take long: see `onlyNewest`, the fallback. */
function isUnpredictable({ terms, owner_id, onlyNewest }: JobFilter): boolean {
  return terms.length > 1 && !owner_id && !onlyNewest;
}

/** For a visitor, a job that is no longer open takes no longer than one that never existed. */
const detailStatement = (by: Credential['by'] | 'nobody') => `WITH ${actorCte(by)}
  SELECT ${JOINED_VIEWER_COLUMN}, ${JOB_COLUMNS}, job.address, job.pet_id,
    ${ratingOf('job.owner_id')} AS owner_rating,
    ${reliabilityOf('job.owner_id', 'owner')} AS owner_reliability,
    ${isOwnerWithdrawnFrom('actor.id')} AS withdrawn,
    job.status = 'open' AND (job.reserved_until IS NOT NULL OR ${HAS_REQUIREMENTS}) AS has_terms
  FROM jobs job JOIN users owner ON owner.id = job.owner_id LEFT JOIN actor ON true
  WHERE job.id = $2 ${by === 'nobody' ? `AND ${OPEN} AND ${IS_OFFERED} AND ${IS_LISTED}` : ''}`;

const DETAIL = { nobody: detailStatement('nobody'), ...perCredential(detailStatement) };

/**
 * Who may claim the open job `$1` and when, for member `$2`; read only for a job with such terms.
 */
const TERMS = `SELECT ${isReservedFrom('$2::uuid')} AS reserved, ${requirementsFor('$2::uuid')} AS requirements,
    CASE WHEN NOT ${IS_UNRESERVED} AND NOT ${IS_HELD} THEN job.reserved_until END AS offered_until,
    ${IS_HELD} AS is_held
  FROM jobs job WHERE job.id = $1 AND ${OPEN}`;
type Terms = Pick<SingleJobRow, 'requirements' | 'offered_until' | 'is_held'> & {
  reserved: boolean;
};

/** The current claim of job `$1`, and whether member `$2` has ever held it; always one row. */
const CLAIM = `SELECT current.*,
    EXISTS (SELECT FROM job_claims WHERE job_id = $1 AND sitter_id = $2) AS has_held
  FROM (SELECT 1) one LEFT JOIN LATERAL (
    SELECT ${CLAIM_OF_JOB_COLUMNS}, ${ratingOf('claim.sitter_id')} AS sitter_rating,
      ${reliabilityOf('claim.sitter_id', 'sitter')} AS sitter_reliability
    FROM job_claims claim JOIN users sitter ON sitter.id = claim.sitter_id
    WHERE claim.job_id = $1 AND ${CURRENT_CLAIM} ORDER BY claim.claimed_at DESC LIMIT 1) current ON true`;

/** A single job with its address, its saved pet, and the facts that decide who may claim it. */
export type SingleJobRow = JobRow & {
  pet_id: string | null;
  address: string | null;
  withdrawn: boolean;
  owner_rating: Rating;
  owner_reliability: Reliability | null;
  requirements: RequirementsRow | null;
  offered_until: string | null;
  is_held: boolean;
};
export type FoundJob = { viewer: Viewer | null; job: SingleJobRow; claim: ClaimRow | null };

/**
 * A job with its current claim and the viewer; null when the viewer may not know of one. An open
 * job, the most common case, has no claim. When there is no answer, every id runs the same
 * statements one after the other, so that not even the time reveals whether there is a job. [S6]
 */
export async function findJob(
  db: Database,
  credential: Credential | null,
  id: string,
): Promise<FoundJob | null> {
  const by = credential?.by ?? 'nobody';
  const [row] = await db.shortRead<DetailRow>({
    name: `job-${by}`,
    text: DETAIL[by],
    values: [credential?.value ?? null, id],
  });
  if (!row) {
    if (!credential) return null;
    await findTerms(db, id, null);
    await findCurrentClaim(db, id, null);
    return null;
  }
  const viewer = viewerOf(row);
  const terms = row.has_terms ? await findTerms(db, id, viewer) : NO_TERMS;
  const { reserved, ...shown } = terms;
  const job = { ...row, ...shown, withdrawn: row.withdrawn || reserved };
  if (job.status === 'open' && !job.withdrawn) return { viewer, job, claim: null };
  const { claim, hasHeld } = await findCurrentClaim(db, id, viewer);
  if (seesJob(viewer, { job, claim, hasHeld })) return { viewer, job, claim };
  if (!row.has_terms) await findTerms(db, id, viewer);
  return null;
}

type DetailRow = ViewerColumn & Omit<SingleJobRow, keyof Terms> & { has_terms: boolean };
const NO_TERMS: Terms = {
  reserved: false,
  requirements: null,
  offered_until: null,
  is_held: false,
};

/** A job that was claimed meanwhile has none. */
async function findTerms(db: Database, jobId: string, viewer: Viewer | null): Promise<Terms> {
  const values = [jobId, viewer?.id ?? null];
  const [terms] = await db.shortRead<Terms>({ name: 'job-terms', text: TERMS, values });
  return terms ?? NO_TERMS;
}

async function findCurrentClaim(db: Database, jobId: string, viewer: Viewer | null) {
  const [row] = await db.shortRead<(ClaimRow | { claim_id: null }) & { has_held: boolean }>({
    name: 'job-claim',
    text: CLAIM,
    values: [jobId, viewer?.id ?? null],
  });
  if (!row) throw new Error("reading a job's claim returned no row");
  return { claim: row.claim_id === null ? null : (row as ClaimRow), hasHeld: row.has_held };
}
