import { decodeKey, encodeKey } from '../transport/cursor.ts';

/** Where the directory goes on: behind this member, complete profiles before the others. */
export type DirectoryKey = { is_presentable: boolean; created_at: string; id: string };

/** Makes a cursor of the last member who was looked at. */
export function encodeDirectoryCursor({ is_presentable, created_at, id }: DirectoryKey): string {
  return encodeKey([is_presentable, created_at, id]);
}

/** Reads a cursor back; one that is not ours is an input error. */
export function decodeDirectoryCursor(cursor: string | undefined): DirectoryKey | null {
  const key = decodeKey(cursor, ['flag', 'moment', 'id']);
  return key && { is_presentable: key[0], created_at: key[1], id: key[2] };
}
