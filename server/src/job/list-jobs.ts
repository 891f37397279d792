import type { job } from '@kindpal/contract/job/contract';
import { matchingJobTypes } from '@kindpal/contract/job/rules';
import { findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { termsOf } from '../db/search-words.ts';
import { decodeCursor, pageOf } from '../transport/cursor.ts';
import { refusal } from '../transport/refusal.ts';
import { SEARCHED } from './policy.ts';
import { presentJobCard } from './present.ts';
import { listJobRows } from './queries.ts';

type Call = OpenCall<typeof job.list>;

/**
 * Open jobs newest first, or one member's own; a page and where the next one begins. Throws
 * UNAUTHORIZED for a visitor who names a member. [J1] [D1]
 */
export async function listJobs({ input, context }: Call) {
  const terms = termsOf(input.search);
  // A plain list, which most ask for, finds its viewer in the statement itself.
  const isMember = terms.length > 0 || input.owner_id ? await isAskedByMember(context) : true;
  if (input.owner_id && !isMember) throw refusal('UNAUTHORIZED');
  if (terms.length > 0 && !isMember) {
    await context.services.limiter.consume('search_by_ip', context.ip);
  }
  const { viewer, rows } = await listJobRows(context.services.db, context.credential, {
    owner_id: input.owner_id,
    job_types: input.job_type && matchingJobTypes(input.job_type),
    terms,
    searched: isMember ? SEARCHED.by_members : SEARCHED.by_visitors,
    onlyNewest: !isMember && terms.length > 1,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  if (viewer && context.credential)
    context.services.limiter.remember(context.credential, viewer.id);
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  return { items: items.map((row) => presentJobCard(row, viewer)), next_cursor };
}

async function isAskedByMember({ services, credential }: Call['context']): Promise<boolean> {
  return credential !== null && (await findActor(services.db, credential)) !== null;
}
