import type { job } from '@kindpal/contract/job/contract';
import { matchingJobTypes } from '@kindpal/contract/job/rules';
import type { OpenCall } from '../access/call.ts';
import { termsOf } from '../db/search-words.ts';
import { decodeCursor, pageOf } from '../wire/cursor.ts';
import { presentJobCard } from './present.ts';
import { listJobRows } from './queries.ts';

/** Open jobs newest first, or one member's own; a page and where the next one begins. [J1] [D1] */
export async function listJobs({ input, context }: OpenCall<typeof job.list>) {
  const { viewer, rows } = await listJobRows(context.services.db, context.credential, {
    owner_id: input.owner_id,
    job_types: input.job_type && matchingJobTypes(input.job_type),
    terms: termsOf(input.search),
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  if (viewer && context.credential)
    context.services.limiter.remember(context.credential, viewer.id);
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  return { items: items.map((row) => presentJobCard(row, viewer)), next_cursor };
}
