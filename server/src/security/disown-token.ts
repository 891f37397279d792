import { z } from 'zod';
import { decrypt, encrypt } from '../access/encrypt.ts';

const PURPOSE = 'not me';
const disownSchema = z.object({ eventId: z.uuid(), email: z.string() });
type Disown = z.infer<typeof disownSchema>;

/**
 * What the link 'This wasn't me' carries: the event that it is about, and the address that it is mailed
 * to. Encrypted, so that a person who brings it has that mailbox. [U6]
 */
export function makeDisownToken(secret: string, disown: Disown): string {
  return encrypt(secret, PURPOSE, JSON.stringify(disown));
}

/** What such a link says, or null for one that is none. */
export function readDisownToken(secret: string, token: string): Disown | null {
  const text = decrypt(secret, PURPOSE, token);
  return text === null ? null : disownSchema.parse(JSON.parse(text));
}
