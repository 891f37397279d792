import { z } from 'zod';
import { invalidField } from './refusal.ts';

/** Where a newest-first list continues: after this time and id. */
export type Key = { created_at: string; id: string };

/** Makes a cursor from the last row of a page. */
export function encodeCursor(key: Key): string {
  return encodeKey([key.created_at, key.id]);
}

/** Decodes a cursor; an invalid one is an input error. */
export function decodeCursor(cursor: string | undefined): Key | null {
  const key = decodeKey(cursor, ['moment', 'id']);
  return key && { created_at: key[0], id: key[1] };
}

/** A cursor for a list with a custom order: the values of its last row. */
export function encodeKey(values: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

const VALUE_SCHEMAS = {
  moment: z.iso.datetime().refine((text) => text > '2000'),
  // Some ids are hashes, which are no UUIDs of a version (RFC 9562).
  id: z.guid(),
  number: z.number(),
  integer: z.int32(),
  flag: z.boolean(),
};
export type KeyPart = keyof typeof VALUE_SCHEMAS;
type KeyValues<Parts extends readonly KeyPart[]> = {
  -readonly [Place in keyof Parts]: z.infer<(typeof VALUE_SCHEMAS)[Parts[Place]]>;
};

/** Decodes such a cursor; one of another order, or an invalid one, is an input error. */
export function decodeKey<const Parts extends readonly KeyPart[]>(
  cursor: string | undefined,
  parts: Parts,
): KeyValues<Parts> | null {
  if (cursor === undefined) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(values) || values.length !== parts.length)
      throw new Error('the cursor is for another sort order');
    const read = parts.map((part, place) => VALUE_SCHEMAS[part].parse(values[place]));
    return read as KeyValues<Parts>;
  } catch {
    throw invalidField('cursor', 'This page no longer exists');
  }
}

/** The same as the list's order values. */
export function keyValues(key: Key | null): [string, string] | null {
  return key && [key.created_at, key.id];
}

/** Removes the extra row that was requested, and adds the next cursor. */
export function pageOf<Row>(rows: Row[], limit: number, keyOf: (row: Row) => Key) {
  return cutPage(rows, limit, (row) => encodeCursor(keyOf(row)));
}

/** The same for a custom order, with a cursor made by `encode`. */
export function cutPage<Row>(rows: Row[], limit: number, encode: (row: Row) => string) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? encode(last) : null };
}
