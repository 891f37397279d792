import type { Queries } from '../../db/client.ts';
import { emailUndo } from '../../db/schema/account.ts';
import type { Services } from '../../services.ts';
import { hashToken, makeToken } from '../tokens.ts';

/** How long the old mailbox can undo an address change. [U8] */
export const UNDO_HOURS = 72;

type Given = { userId: string; oldEmail: string; clock: Services['clock'] };

/** A token for the old mailbox to undo the address change. [U8] */
export async function makeUndoToken(
  tx: Queries,
  { userId, oldEmail, clock }: Given,
): Promise<string> {
  const token = makeToken();
  const expiresAt = new Date(clock.now().getTime() + UNDO_HOURS * 3_600_000);
  await tx.insert(emailUndo).values({ userId, oldEmail, tokenHash: hashToken(token), expiresAt });
  return token;
}
