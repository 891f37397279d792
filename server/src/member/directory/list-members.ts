import { addDays } from '@kindpal/contract/availability/rules';
import type { member } from '@kindpal/contract/member/contract';
import type { DirectoryFilter } from '@kindpal/contract/member/directory-filter';
import { STAY_DAYS_MAX } from '@kindpal/contract/member/directory-rules';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { findActor } from '../../access/actor.ts';
import type { OpenCall } from '../../access/call.ts';
import { countVisitorSearch } from '../../access/limits/count-visitor-search.ts';
import { termsOf } from '../../db/search-words.ts';
import { listUsers } from '../../staff/users/list-users.ts';
import { decodeKey, encodeKey } from '../../transport/cursor.ts';
import { invalidField, refusal } from '../../transport/refusal.ts';
import { presentSitter } from '../present.ts';
import { DIRECTORY_ORDERS } from './directory-order.ts';
import { listMembersById, listSitters } from './list-sitters.ts';

type Call = OpenCall<typeof member.list>;

/**
 * Members who sit, complete profiles first; a page and the next cursor. Throws UNAUTHORIZED for a
 * visitor who filters by members-only fields, INVALID_INPUT for a distance without a place or an
 * impossible stay. [R8] [X2]
 */
export async function listMembers({ input, context }: Call) {
  if (input.view === 'staff') return listForStaff({ input, context });
  const { db } = context.services;
  const actor = context.credential && (await findActor(db, context.credential));
  const toMember = actor !== null;
  const { search, cursor, limit, view: _, sort, ...filter } = input;
  if (!toMember && [sort, ...Object.values(filter)].some((value) => value !== undefined)) {
    throw refusal('UNAUTHORIZED');
  }
  if (filter.within_miles !== undefined && filter.place_id === undefined) {
    throw invalidField('place_id', 'Please name the place to look around');
  }
  checkStay(filter);
  const terms = termsOf(search);
  if (terms.length > 0 && !toMember) {
    await countVisitorSearch(context);
  }
  const order = DIRECTORY_ORDERS[sort ?? 'complete'];
  const after = decodeKey(cursor, order.parts);
  const { rows, next } = await listSitters(db, {
    terms,
    filter,
    order,
    viewer: actor?.id ?? null,
    after,
    limit,
  });
  return {
    items: rows.map((row) => presentSitter(row, toMember)),
    next_cursor: next && encodeKey(next),
  };
}

function checkStay({ free_on, free_until }: DirectoryFilter): void {
  if (free_until === undefined) return;
  if (free_on === undefined) throw invalidField('free_on', 'Please name the first day too');
  if (free_until < free_on) throw invalidField('free_until', 'Please name a day after the first');
  if (free_until >= addDays(free_on, STAY_DAYS_MAX)) {
    throw invalidField('free_until', `Please name at most ${STAY_DAYS_MAX} days`);
  }
}

/** Every member with their email, for the specification's admin screens. [S3] [X2] */
async function listForStaff({ input, context }: Call) {
  const { db } = context.services;
  const actor = context.credential && (await findActor(db, context.credential));
  if (!actor) throw refusal('UNAUTHORIZED');
  if (!satisfiesRole(actor.app_role, 'admin')) throw refusal('FORBIDDEN');
  const { items, next_cursor } = await listUsers({ input, context: { ...context, actor } });
  const rows = await listMembersById(
    db,
    items.map(({ id }) => id),
    actor.id,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: items.flatMap(({ id, email }) => {
      const row = byId.get(id);
      return row ? [{ ...presentSitter(row, true), email }] : [];
    }),
    next_cursor,
  };
}
