import { z } from 'zod';
import { invalidField } from '../transport/refusal.ts';

/** Where the directory goes on: behind this member, complete profiles before the others. */
export type DirectoryKey = { is_presentable: boolean; created_at: string; id: string };

const keySchema = z.tuple([
  z.boolean(),
  z.iso.datetime().refine((text) => text > '2000'),
  z.uuid(),
]);

/** Makes a cursor of the last member who was looked at. */
export function encodeDirectoryCursor({ is_presentable, created_at, id }: DirectoryKey): string {
  return Buffer.from(JSON.stringify([is_presentable, created_at, id])).toString('base64url');
}

/** Reads a cursor back; one that is not ours is an input error. */
export function decodeDirectoryCursor(cursor: string | undefined): DirectoryKey | null {
  if (cursor === undefined) return null;
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const [is_presentable, created_at, id] = keySchema.parse(JSON.parse(text));
    return { is_presentable, created_at, id };
  } catch {
    throw invalidField('cursor', 'This page no longer exists');
  }
}
