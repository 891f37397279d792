import { z } from 'zod';
import { decrypt, encrypt } from '../access/encrypt.ts';

const PURPOSE = 'not me';
const disownSchema = z.object({ eventId: z.uuid(), email: z.string() });
type Disown = z.infer<typeof disownSchema>;

/**
 * The content of a 'This wasn't me' link: the event, and the address it is mailed to. Encrypted,
 * so presenting it proves access to that mailbox. [U6]
 */
export function makeDisownToken(secret: string, disown: Disown): string {
  return encrypt(secret, PURPOSE, JSON.stringify(disown));
}

/** The content of such a link, or null if it is invalid. */
export function readDisownToken(secret: string, token: string): Disown | null {
  const text = decrypt(secret, PURPOSE, token);
  return text === null ? null : disownSchema.parse(JSON.parse(text));
}
