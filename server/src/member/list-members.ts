import type { member } from '@kindpal/contract/member/contract';
import { findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { termsOf } from '../db/search-words.ts';
import { decodeCursor, pageOf } from '../wire/cursor.ts';
import { presentSitter } from './present.ts';
import { listSitters } from './queries.ts';

/** The members who sit, newest first; a page and where the next one begins. [R8] [X2] */
export async function listMembers({ input, context }: OpenCall<typeof member.list>) {
  const { db } = context.services;
  const toMember = context.credential ? (await findActor(db, context.credential)) !== null : false;
  const terms = termsOf(input.search);
  if (terms.length > 0 && !toMember) {
    await context.services.limiter.consume('search_by_ip', context.ip);
  }
  const rows = await listSitters(db, {
    terms,
    toMember,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  return { items: items.map((row) => presentSitter(row, toMember)), next_cursor };
}
