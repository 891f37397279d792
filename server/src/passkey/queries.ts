import type { Passkey } from '@kindpal/contract/passkey/schema';
import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { passkey } from '../db/schema/passkey.ts';

export type PasskeyRow = typeof passkey.$inferSelect;

/** A member's passkeys, the oldest first. [U13] */
export function listOwnPasskeys(tx: Queries, userId: string): Promise<PasskeyRow[]> {
  return tx
    .select()
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));
}

/** The passkey with this credential id, of any member; or null. [U13] */
export async function findCredential(tx: Queries, id: string): Promise<PasskeyRow | null> {
  const [found] = await tx.select().from(passkey).where(eq(passkey.credentialId, id));
  return found ?? null;
}

/** A passkey as its own member sees it. [U13] */
export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    friendly_name: row.friendlyName,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
