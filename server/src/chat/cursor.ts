import { decrypt, encrypt } from '../access/encrypt.ts';
import { invalidField } from '../transport/refusal.ts';

const PURPOSE = 'chat cursor';
/** A fixed length does not reveal how large the number is. */
const DIGITS = 11;

/**
 * The cursor of what precedes the message with this sequence number, encrypted with a random IV:
 * the numbers count the messages of the whole community, which readable cursors would tell
 * everybody.
 */
export function cursorAt(secret: string, seq: number): string {
  return encrypt(secret, PURPOSE, seq.toString(36).padStart(DIGITS, '0'));
}

/** The sequence number in a cursor; an invalid cursor is an input error at `field`. */
export function seqOf(secret: string, cursor: string, field = 'before'): number {
  const digits = decrypt(secret, PURPOSE, cursor);
  if (digits === null) throw invalidField(field, 'These messages no longer exist');
  return Number.parseInt(digits, 36);
}
