import { createHmac } from 'node:crypto';
import { makeCode } from '../account/one-time-codes.ts';
import type { Services } from '../services.ts';
import { codeText } from '../sms/code-text.ts';
import { CHALLENGE_MINUTES } from './challenges.ts';

export type PhoneFactor = { id: string; phone: string };
/** Whose code it is, and within what: a session's id, or the emailed link of a suspended member. */
export type CodeRequest = { userId: string; within: string };

/** The owner of a phone factor's code: a session or a link, and a factor. [U13] */
export function phoneCodeOf(
  { secret }: Pick<Services, 'secret'>,
  { userId, within }: CodeRequest,
  { id, phone }: PhoneFactor,
) {
  const asker = createHmac('sha256', secret).update(`asker factor ${id} ${within}`).digest();
  return { userId, purpose: 'factor' as const, asker, phone };
}

/** Makes a code and texts it to a phone factor. [U13] */
export async function textFactorCode(
  services: Services,
  request: CodeRequest,
  own: PhoneFactor,
): Promise<void> {
  const { db, env, texter } = services;
  await db.drizzle.transaction(async (tx) => {
    const { code } = await makeCode(tx, services, phoneCodeOf(services, request, own));
    const text = codeText(env, code, CHALLENGE_MINUTES);
    await texter.send({ to: own.phone, text, member_id: request.userId }, tx);
  });
}
