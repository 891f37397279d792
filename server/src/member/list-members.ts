import type { member } from '@kindpal/contract/member/contract';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { termsOf } from '../db/search-words.ts';
import { listUsers } from '../staff/list-users.ts';
import { decodeCursor, pageOf } from '../transport/cursor.ts';
import { refusal } from '../transport/refusal.ts';
import { presentSitter } from './present.ts';
import { listMembersById, listSitters } from './queries.ts';

type Call = OpenCall<typeof member.list>;

/** The members who sit, newest first; a page and where the next one begins. [R8] [X2] */
export async function listMembers({ input, context }: Call) {
  if (input.view === 'staff') return listForStaff({ input, context });
  const { db } = context.services;
  const actor = context.credential && (await findActor(db, context.credential));
  const toMember = actor !== null;
  const terms = termsOf(input.search);
  if (terms.length > 0 && !toMember) {
    await context.services.limiter.consume('search_by_ip', context.ip);
  }
  const rows = await listSitters(db, {
    terms,
    reader: actor?.id ?? null,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  return { items: items.map((row) => presentSitter(row, toMember)), next_cursor };
}

/** Every member with their email, as the specification's admin screens read them. [S3] [X2] */
async function listForStaff({ input, context }: Call) {
  const { db } = context.services;
  const actor = context.credential && (await findActor(db, context.credential));
  if (!actor) throw refusal('UNAUTHORIZED');
  if (!satisfiesRole(actor.app_role, 'admin')) throw refusal('FORBIDDEN');
  const { items, next_cursor } = await listUsers({ input, context: { ...context, actor } });
  const rows = await listMembersById(
    db,
    items.map(({ id }) => id),
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
