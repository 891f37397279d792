import { z } from 'zod';
import { invalidField } from './refusal.ts';

/** A moment as lists are ordered by it: in UTC, after the first row of anybody was written. */
const momentSchema = z.iso.datetime().refine((text) => text > '2000');
const keySchema = z.tuple([momentSchema, z.uuid()]);
/** Where a newest-first list goes on: behind this moment and id. */
export type Key = { created_at: string; id: string };

/** Makes a cursor of the last row of a page. */
export function encodeCursor(key: Key): string {
  return Buffer.from(JSON.stringify([key.created_at, key.id])).toString('base64url');
}

/** Reads a cursor back; one that is not ours is an input error. */
export function decodeCursor(cursor: string | undefined): Key | null {
  if (cursor === undefined) return null;
  try {
    const [created_at, id] = keySchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    return { created_at, id };
  } catch {
    throw invalidField('cursor', 'This page cannot be found any more');
  }
}

/** The same as the values that a list is ordered by. */
export function keyValues(key: Key | null): [string, string] | null {
  return key && [key.created_at, key.id];
}

/** Cuts the one row too many that was asked for, and says where the next page begins. */
export function pageOf<Row>(rows: Row[], limit: number, keyOf: (row: Row) => Key) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? encodeCursor(keyOf(last)) : null };
}
