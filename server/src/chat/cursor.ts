import { invalidField } from '../transport/refusal.ts';

/** The cursor of what precedes the message with this sequence number. */
export function cursorAt(seq: number): string {
  return seq.toString(36);
}

/** The sequence number in a cursor; an invalid cursor is an input error at `field`. */
export function seqOf(cursor: string, field = 'before'): number {
  const seq = Number.parseInt(cursor, 36);
  if (!/^[0-9a-z]{1,11}$/.test(cursor) || !Number.isSafeInteger(seq)) {
    throw invalidField(field, 'These messages no longer exist');
  }
  return seq;
}
