import { createHash, randomInt } from 'node:crypto';
import type { Session } from '@kindpal/contract/account/schema';
import type { factor as calls } from '@kindpal/contract/factor/contract';
import { RECOVERY_CODES } from '@kindpal/contract/factor/schema';
import { eq } from 'drizzle-orm';
import type { HolderCall } from '../access/call.ts';
import type { MemberContext, RequestContext } from '../access/context.ts';
import type { LockedAccount } from '../account/policy.ts';
import { beginAttempt, clearAttempt } from '../account/sign-in/failed-attempts.ts';
import type { Queries } from '../db/client.ts';
import { recoveryCode } from '../db/schema/factor.ts';
import { recoveryCodeUsedMail } from '../mail/mails/recovery-code-used.ts';
import { recoveryCodesMadeMail } from '../mail/mails/recovery-codes-made.ts';
import { mailEvent } from '../security/mail-event.ts';
import { noteSecurityEvent } from '../security/note-security-event.ts';
import { refusal } from '../transport/refusal.ts';
import { hasFactor, lockForFactors, ownUnusedCode } from './policy.ts';
import { countRecoveryCodes } from './queries.ts';
import { handOver, lockHolder, raiseSession, refuseCode } from './raise-session.ts';

/** Letters and digits that can't be confused, as in invites: 80 random bits per code. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LENGTH = 16;

/** Makes new recovery codes that replace the old ones; they are returned only now. [U13] */
export async function makeRecoveryCodes({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const { db, env } = services;
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode);
  await db.drizzle.transaction(async (tx) => {
    const account = await lockForFactors(tx, context);
    // Without a second factor there is nothing to recover.
    if (!(await hasFactor(tx, actor.id))) throw refusal('INSUFFICIENT_AAL');
    const had = await tx.delete(recoveryCode).where(eq(recoveryCode.userId, actor.id)).returning();
    const rows = codes.map((code) => ({
      userId: actor.id,
      codeHash: hashCode(actor.id, code),
    }));
    await tx.insert(recoveryCode).values(rows);
    const kind = 'recovery_codes_made';
    if (had.length === 0) await noteSecurityEvent(tx, { userId: actor.id, kind }, context);
    else {
      await mailEvent(tx, { account, kind }, context, (token) =>
        recoveryCodesMadeMail(env, { to: account.email, token }),
      );
    }
  });
  return { codes: codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code) };
}

type Call = HolderCall<typeof calls.redeemRecoveryCode>;

/**
 * Uses up a recovery code instead of a second factor, and emails the member. When the same code
 * is used many times at once, one succeeds. [U13] Throws MFA_VERIFICATION_FAILED,
 * TOO_MANY_REQUESTS.
 */
export async function redeemRecoveryCode({ input, context }: Call): Promise<Session> {
  const { services, holder } = context;
  const attempt = recoveryAttempt(holder.id);
  await beginAttempt(services, attempt);
  const token = await services.db.drizzle.transaction(async (tx) => {
    const account = await lockHolder(tx, context);
    const isUsed = await takeRecoveryCode(tx, context, { account, code: input.code });
    return isUsed ? raiseSession(tx, context, 'recovery_code') : null;
  });
  if (!token) return refuseCode(context);
  await clearAttempt(services, attempt);
  return handOver(context, token);
}

/** How attempts at a member's recovery codes are counted, in a session or without one. */
export const recoveryAttempt = (userId: string) => ({ factor: `recovery codes of ${userId}` });

/** Uses up a recovery code of a locked account, and emails its member; false if it is not right. */
export async function takeRecoveryCode(
  tx: Queries,
  context: RequestContext,
  { account, code }: { account: LockedAccount; code: string },
): Promise<boolean> {
  const { clock, env } = context.services;
  const codeHash = hashCode(account.id, normalize(code));
  const used = await tx
    .update(recoveryCode)
    .set({ usedAt: clock.now() })
    .where(ownUnusedCode(account.id, codeHash))
    .returning({ id: recoveryCode.id });
  if (used.length === 0) return false;
  const left = await countRecoveryCodes(tx, account.id);
  await mailEvent(tx, { account, kind: 'recovery_code_used' }, context, (disown) =>
    recoveryCodeUsedMail(env, { to: account.email, left, token: disown }),
  );
  return true;
}

function makeCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** As typed: with or without hyphens, in any case, and with letters for look-alike digits. */
function normalize(typed: string): string {
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  return code.replace(/o/g, '0').replace(/[il]/g, '1');
}

/**
 * Not keyed with the server's secret: if that is lost, apps stop working but these codes still
 * do. They are random, so stretching is unnecessary.
 */
export function hashCode(userId: string, code: string): Buffer {
  return createHash('sha256').update(`recovery code ${userId} ${code}`).digest();
}
