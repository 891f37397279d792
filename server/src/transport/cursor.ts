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
    throw invalidField('cursor', 'This page no longer exists');
  }
}

/** A cursor of a list that has an order of its own: the values of its last row. */
export function encodeKey(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

const VALUE_SCHEMAS = { moment: momentSchema, id: z.uuid(), number: z.number() };
export type KeyPart = keyof typeof VALUE_SCHEMAS;

/** Reads such a cursor back; one of another order, or that is not ours, is an input error. */
export function decodeKey(
  cursor: string | undefined,
  parts: readonly KeyPart[],
): (string | number)[] | null {
  if (cursor === undefined) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(values) || values.length !== parts.length) throw new Error('another order');
    return parts.map((part, place) => VALUE_SCHEMAS[part].parse(values[place]));
  } catch {
    throw invalidField('cursor', 'This page can no longer be found');
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
