import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { eq } from 'drizzle-orm';
import type { OpenCall } from '../../access/call.ts';
import type { RequestContext } from '../../access/context.ts';
import { isUniqueViolation } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';
import { phoneAddedMail } from '../../mail/mails/phone-changed.ts';
import { mailEvent } from '../../security/mail-event.ts';
import { hintOf, readOfferedPhone } from '../../sms/phone-number.ts';
import { refusal } from '../../transport/refusal.ts';
import { findAsker } from '../asker.ts';
import { findPhoneOwner, guessCode, useCode } from '../one-time-codes.ts';
import { lockActiveAccount } from '../policy.ts';
import { refuseToken } from '../refuse-token.ts';
import { getSession } from '../session/get-session.ts';
import { findPhone, notifyPhoneRemoved } from './change-phone.ts';

type Input = Extract<OpenCall<typeof account.verify>['input'], { phone: string }>;

/**
 * Makes a number the member's own with the texted code, in the session that asked for it, and
 * replaces the old one. The member gets an email, and can sign in by text from now on. The
 * published client sends no session, so the code ends with the session that asked. [U9] Throws
 * PHONE_NOT_OFFERED, INVALID_INPUT, TOKEN_REFUSED, PHONE_EXISTS.
 */
export async function confirmPhone(input: Input, context: RequestContext): Promise<Session | null> {
  const started = performance.now();
  const { services } = context;
  const { db } = services;
  const phone = await readOfferedPhone(services, input.phone);
  const asker = findAsker(context);
  const owner = asker && (await findPhoneOwner(db.drizzle, services, { phone, asker }));
  if (!owner) return refuseToken(started);
  const code = input.token.replace(/\s/g, '');
  const guessed = await guessCode(db.drizzle, services, { ...owner, code });
  if (!guessed) return refuseToken(started);
  await storePhone(context, { ...owner, id: guessed.id }).catch((error) => {
    throw isUniqueViolation(error, 'user_phone_unique') ? refusal('PHONE_EXISTS') : error;
  });
  return (await getSession({ context })).session;
}

type Proved = { id: string; userId: string; sessionId: string; phone: string };

function storePhone(
  context: RequestContext,
  { id, userId, sessionId, phone }: Proved,
): Promise<void> {
  const { db, env, clock } = context.services;
  return db.drizzle.transaction(async (tx) => {
    const account = await lockActiveAccount(tx, userId);
    if (!account || !(await useCode(tx, id))) throw refusal('TOKEN_REFUSED');
    const former = await findPhone(tx, userId);
    if (former === phone) return;
    await tx
      .update(authUser)
      .set({ phone, phoneConfirmedAt: clock.now() })
      .where(eq(authUser.id, userId));
    if (former !== null)
      await notifyPhoneRemoved(tx, context, { account, phone: former, keep: sessionId });
    const hint = hintOf(phone);
    const added = { account, kind: 'phone_added' as const, detail: hint };
    await mailEvent(tx, added, context, (token) =>
      phoneAddedMail(env, { to: account.email, hint, token }),
    );
  });
}
