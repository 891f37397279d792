import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { decrypt } from '../../access/encrypt.ts';
import type { Queries } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';
import { users } from '../../db/schema/member.ts';
import type { Services } from '../../services.ts';
import { codeText } from '../../sms/code-text.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { CODE_MINUTES, findPhoneOwner, makeCode } from '../one-time-codes.ts';

export const TEXT_REQUEST = 'text request';

const requestSchema = z.object({
  phone: z.string(),
  purpose: z.enum(['sms', 'phone_change']),
  asker: z.string(),
  at: z.coerce.date(),
});
export type TextRequest = z.infer<typeof requestSchema>;

/**
 * Texts a requested code if the phone belongs to a member who is not suspended, or is being
 * verified. Runs outside the request, so that all numbers take the same time. Requests that are
 * too old are dropped. [U9]
 */
export async function textCode(
  services: Services,
  { sealed }: { sealed: string },
  { end }: Pick<TaskAttempt, 'end'>,
): Promise<void> {
  const { db, env, texter, secret, clock } = services;
  const text = decrypt(secret, TEXT_REQUEST, sealed);
  if (!text) return;
  const asked = requestSchema.parse(JSON.parse(text));
  const { phone, purpose } = asked;
  if (clock.now().getTime() - asked.at.getTime() > CODE_MINUTES * 60_000) return;
  await db.drizzle.transaction(async (tx) => {
    const owner =
      purpose === 'sms'
        ? await findMember(tx, asked)
        : await findPhoneOwner(tx, services, { phone });
    if (!owner) return;
    const { code } = await makeCode(tx, services, owner);
    await texter.send({ to: phone, text: codeText(env, code), member_id: owner.userId }, tx);
    await end(tx);
  });
}

async function findMember(tx: Queries, { phone, asker }: TextRequest) {
  const [member] = await tx
    .select({ userId: authUser.id })
    .from(authUser)
    .innerJoin(users, eq(users.id, authUser.id))
    .where(and(eq(authUser.phone, phone), isNull(users.suspended_at)));
  if (!member) return null;
  return { ...member, asker: Buffer.from(asker, 'base64url'), purpose: 'sms' as const, phone };
}
