import type { job } from '@kindpal/contract/job/contract';
import { WITHIN_MILES_MOST } from '@kindpal/contract/job/list-filter';
import { matchingJobTypes } from '@kindpal/contract/job/rules';
import type { JobCard } from '@kindpal/contract/job/schema';
import { findActor } from '../../access/actor.ts';
import type { OpenCall } from '../../access/call.ts';
import { countVisitorSearch } from '../../access/limits/count-visitor-search.ts';
import type { Database } from '../../db/client.ts';
import { termsOf } from '../../db/search-words.ts';
import { milesBetween } from '../../place/miles-between.ts';
import { findPlacesNear, type PlacesNear } from '../../place/places-near.ts';
import { cutPage, decodeKey, encodeKey } from '../../transport/cursor.ts';
import { invalidField, refusal } from '../../transport/refusal.ts';
import { SEARCHED_OF_JOB } from '../policy.ts';
import { presentJobCard } from '../present.ts';
import { type ListedRow, listJobRows, SORTS } from '../queries.ts';

type Call = OpenCall<typeof job.list>;

/**
 * Open jobs, newest first or in the given order, or one member's own; a page and the next cursor.
 * Throws UNAUTHORIZED for a visitor who names a member. [J1] [D1]
 */
export async function listJobs({ input, context }: Call) {
  const terms = termsOf(input.search);
  const sort = input.sort ?? 'newest';
  const isByTime = asksByTime(input);
  const isSought = terms.length > 0 || input.place_id !== undefined || input.min_pay !== undefined;
  // A plain list, the most common request, finds its viewer in the statement itself.
  const isMember = isSought || input.owner_id || isByTime ? await isAskedByMember(context) : true;
  if ((input.owner_id || isByTime) && !isMember) throw refusal('UNAUTHORIZED');
  if (isSought && !isMember) {
    await countVisitorSearch(context);
  }
  const { viewer, rows } = await listJobRows(context.services.db, context.credential, {
    owner_id: input.owner_id,
    job_types: input.job_type && matchingJobTypes(input.job_type),
    terms,
    searched: isMember ? SEARCHED_OF_JOB.by_members : SEARCHED_OF_JOB.by_visitors,
    onlyNewest: !isMember && terms.length > 1,
    sort,
    near: await findNear(context.services.db, input),
    min_pay: input.min_pay,
    from: input.from,
    until: input.until,
    after: decodeKey(input.cursor, SORTS[sort].parts),
    limit: input.limit + 1,
  });
  if (viewer && context.credential)
    context.services.limiter.remember(context.credential, viewer.id);
  const { items, next_cursor } = cutPage(rows, input.limit, (row) =>
    encodeKey(SORTS[sort].keyOf(row)),
  );
  const miles = await milesAway(context.services.db, items);
  return {
    items: items.map((row) =>
      forViewer(presentJobCard(row, viewer), { miles: miles.get(row.place_id), asks: row.asks }),
    ),
    next_cursor,
  };
}

/** The distance of each area on a page from the viewer's; empty when unknown, as for visitors. */
async function milesAway(db: Database, rows: ListedRow[]): Promise<Map<number | null, number>> {
  const from = rows[0]?.viewer_place_id;
  const places = rows.flatMap(({ place_id }) => place_id ?? []);
  return from && places.length > 0 ? milesBetween(db, from, places) : new Map();
}

type OfViewer = { miles: number | undefined; asks: true | null };

/**
 * Adds the distance and whether the job has requirements; neither applies to the viewer's own
 * jobs.
 */
function forViewer(job: JobCard, { miles, asks }: OfViewer): JobCard {
  if (job.view !== 'member' || job.is_mine) return job;
  if (miles !== undefined) job.distance_miles = miles;
  if (asks && job.status === 'open') job.has_requirements = true;
  return job;
}

type Asked = Call['input'];

/** Whether the order or the filter would reveal start times: visitors see only the week. */
function asksByTime({ sort, from, until }: Asked): boolean {
  return sort === 'soonest' || sort === 'nearest' || from !== undefined || until !== undefined;
}

/** The places to search in; null for anywhere. */
async function findNear(
  db: Database,
  { sort, place_id, within_miles }: Asked,
): Promise<PlacesNear | null> {
  const needsPlace = sort === 'nearest' || within_miles !== undefined;
  if (place_id === undefined) {
    if (needsPlace) throw invalidField('place_id', 'Please name the place to look around');
    return null;
  }
  if (!needsPlace) return { ids: [place_id], meters: [0] };
  return findPlacesNear(db, { place_id, within_miles: within_miles ?? WITHIN_MILES_MOST });
}

async function isAskedByMember({ services, credential }: Call['context']): Promise<boolean> {
  return credential !== null && (await findActor(services.db, credential)) !== null;
}
