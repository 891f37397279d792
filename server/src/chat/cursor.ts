import { invalidField } from '../transport/refusal.ts';

/** The cursor of what stands above the message at this place of the server's order. */
export function cursorAt(seq: number): string {
  return seq.toString(36);
}

/** The place that a cursor names; one that is not ours is an input error at `field`. */
export function seqOf(cursor: string, field = 'before'): number {
  const seq = Number.parseInt(cursor, 36);
  if (!/^[0-9a-z]{1,11}$/.test(cursor) || !Number.isSafeInteger(seq)) {
    throw invalidField(field, 'These messages no longer exist');
  }
  return seq;
}
