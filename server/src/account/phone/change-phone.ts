import { eq } from 'drizzle-orm';
import type { MemberContext, RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';
import { lockForFactors } from '../../factor/policy.ts';
import { phoneRemovedMail } from '../../mail/mails/phone-changed.ts';
import { mailEvent } from '../../security/mail-event.ts';
import { codeText } from '../../sms/code-text.ts';
import { countText, countVerifyingText } from '../../sms/count-text.ts';
import { hintOf, readOfferedPhone } from '../../sms/phone-number.ts';
import { makeAsker } from '../asker.ts';
import { makeCode } from '../one-time-codes.ts';
import type { LockedAccount } from '../policy.ts';
import { endSessions } from '../session/end-sessions.ts';

/**
 * Texts a code to a number that the caller wants to sign in with; an empty number removes theirs.
 * Whether it belongs to somebody else is not revealed before it is verified. [U9] Throws
 * PHONE_NOT_OFFERED, INVALID_INPUT, REAUTHENTICATION_NEEDED, INSUFFICIENT_AAL, TOO_MANY_REQUESTS.
 */
export async function changePhone(context: MemberContext, typed: string): Promise<void> {
  const { services, actor } = context;
  const { env, texter, limiter } = services;
  // A number can be removed even where phones are no longer offered.
  if (typed.trim() === '') return removePhone(context);
  const phone = await readOfferedPhone(services, typed);
  // Before counting, because a member who has to prove their identity first calls twice.
  await services.db.drizzle.transaction((tx) => lockForFactors(tx, context));
  await countText(limiter, actor.id);
  await countVerifyingText(limiter, phone);
  await services.db.drizzle.transaction(async (tx) => {
    await lockForFactors(tx, context);
    const { code } = await makeCode(tx, services, {
      userId: actor.id,
      purpose: 'phone_change',
      asker: makeAsker(context),
      phone,
      sessionId: actor.session_id,
    });
    await texter.send({ to: phone, text: codeText(env, code), member_id: actor.id }, tx);
  });
}

/** Throws what `changePhone` would, except for its limits, and changes nothing. [U9] */
export async function requirePhoneChange(context: MemberContext, typed: string): Promise<void> {
  const { services } = context;
  if (typed.trim() !== '') await readOfferedPhone(services, typed);
  await services.db.drizzle.transaction((tx) => lockForFactors(tx, context));
}

function removePhone(context: MemberContext): Promise<void> {
  const { services, actor } = context;
  return services.db.drizzle.transaction(async (tx) => {
    const account = await lockForFactors(tx, context);
    const phone = await findPhone(tx, actor.id);
    if (phone === null) return;
    await tx
      .update(authUser)
      .set({ phone: null, phoneConfirmedAt: null })
      .where(eq(authUser.id, actor.id));
    await notifyPhoneRemoved(tx, context, { account, phone, keep: actor.session_id });
  });
}

type RemovedPhone = { account: LockedAccount; phone: string; keep: string };

/**
 * Ends all sessions except `keep`, because that number may have started them, and emails the
 * member.
 */
export async function notifyPhoneRemoved(
  tx: Queries,
  context: RequestContext,
  { account, phone, keep }: RemovedPhone,
): Promise<void> {
  const { services } = context;
  await endSessions(tx, account, keep);
  const hint = hintOf(phone);
  const removed = { account, kind: 'phone_removed' as const, detail: hint };
  await mailEvent(tx, removed, context, (token) =>
    phoneRemovedMail(services.env, { to: account.email, hint, token }),
  );
}

/** A member's verified number, or null. */
export async function findPhone(tx: Queries, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ phone: authUser.phone })
    .from(authUser)
    .where(eq(authUser.id, userId));
  return row?.phone ?? null;
}
