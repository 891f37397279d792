import type { job } from '@kindpal/contract/job/contract';
import { JOBS_OF_OWNER_SHOWN, type OwnerWithJobs } from '@kindpal/contract/job/my-jobs';
import type { Viewer } from '../../access/actor.ts';
import type { MemberCall } from '../../access/call.ts';
import { isShownTo } from '../../block/policy.ts';
import { newest, pageStatement } from '../../db/page-statement.ts';
import { NEWEST_SOUGHT, patternOf, termsOf } from '../../db/search-words.ts';
import { IS_LISTED } from '../../offer/policy.ts';
import { decodeCursor, keyValues, pageOf } from '../../transport/cursor.ts';
import { PHASE } from '../my-jobs/my-jobs-statement.ts';
import { IS_OFFERED } from '../policy.ts';
import { presentMemberJob } from '../present.ts';
import { JOB_COLUMNS, type JobRow } from '../rows.ts';

type Row = JobRow & { newest: string; owner_location: string | null; open_jobs: number };

/**
 * Owners of the newest open jobs: grouping all jobs would get slower with every job. Counts and
 * cards are read only for the owners of one page.
 */
const OWNERS = `SELECT owner.id, offered.newest
  FROM (SELECT newest.owner_id, max(newest.created_at) AS newest FROM (
      SELECT job.owner_id, job.created_at FROM jobs job WHERE job.status = 'open' AND ${IS_LISTED}
      ORDER BY job.created_at DESC, job.id DESC LIMIT ${NEWEST_SOUGHT}) newest
    GROUP BY newest.owner_id) offered
  JOIN users owner ON owner.id = offered.owner_id`;

const withJobs = (page: string) => `SELECT ${JOB_COLUMNS}, page.newest,
    owner.location AS owner_location,
    (SELECT count(*)::int FROM (SELECT FROM jobs job
      WHERE job.owner_id = page.id AND ${PHASE} = 'open' LIMIT 1000) counted)
      - (SELECT count(*)::int FROM jobs job WHERE job.owner_id = page.id AND job.status = 'open'
          AND NOT ${IS_LISTED}) AS open_jobs
  FROM (${page}) page JOIN users owner ON owner.id = page.id
  CROSS JOIN LATERAL (SELECT * FROM jobs job WHERE job.owner_id = page.id AND ${PHASE} = 'open'
      AND ${IS_LISTED}
    ORDER BY job.start_date, job.id LIMIT ${JOBS_OF_OWNER_SHOWN}) job
  ORDER BY page.newest DESC, page.id DESC, job.start_date, job.id`;

/** Every word must occur in the owner's name or area, which the card shows. */
const HAS_WORD = '(owner.full_name ILIKE ? OR owner.location ILIKE ?)';

/** Other members with open jobs, those who posted last first, in pages. [D1] */
export async function listOwners({ input, context }: MemberCall<typeof job.listOwners>) {
  const { services, actor } = context;
  const page = pageStatement({
    name: 'owners-with-jobs',
    select: OWNERS,
    where: [
      { name: '', text: IS_OFFERED },
      { name: '', text: `owner.id <> ? AND ${isShownTo('owner.id', '?')}`, value: actor.id },
      ...termsOf(input.search).map((term) => ({
        name: 'word',
        text: HAS_WORD,
        value: patternOf(term),
      })),
    ],
    order: newest('offered.newest', 'owner.id'),
    after: keyValues(decodeCursor(input.cursor)),
    limit: input.limit + 1,
    isPlannedAnew: Boolean(input.search),
  });
  const rows = await services.db.jsonRows<Row>({ ...page, text: withJobs(page.text) });
  const groups = [...Map.groupBy(rows, (row) => row.owner_id).values()] as [Row, ...Row[]][];
  const { items, next_cursor } = pageOf(groups, input.limit, ([first]) => ({
    created_at: first.newest,
    id: first.owner_id,
  }));
  return { items: items.map((group) => present(group, actor)), next_cursor };
}

function present(jobs: [Row, ...Row[]], viewer: Viewer): OwnerWithJobs {
  const [{ owner_id: id, owner_name, owner_image, owner_verified, owner_location, open_jobs }] =
    jobs;
  return {
    owner: {
      id,
      full_name: owner_name,
      profile_image_url: owner_image,
      is_verified: owner_verified,
      location: owner_location,
    },
    open_jobs,
    jobs: jobs.map((row) => presentMemberJob(row, viewer.id)),
  };
}
