import { z } from 'zod';
import { decrypt } from '../../access/encrypt.ts';
import { confirmSignUpMail } from '../../mail/mails/confirm-sign-up.ts';
import { signInCodeMail } from '../../mail/mails/sign-in-code.ts';
import type { Services } from '../../services.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { findActiveMember } from '../find-active-member.ts';
import { CODE_MINUTES, makeCode } from '../one-time-codes.ts';

export const CODE_REQUEST = 'code request';

const requestSchema = z.object({
  email: z.string(),
  asker: z.string(),
  ifUnconfirmed: z.boolean(),
  at: z.coerce.date(),
});

/**
 * Mails a sign-in code and link if the address belongs to a member who is not suspended. Runs
 * outside the request, so that known and unknown addresses take the same time. Requests that are
 * too old are dropped. [U9]
 */
export async function sendSignInCode(
  services: Services,
  { sealed }: { sealed: string },
  { end }: Pick<TaskAttempt, 'end'>,
): Promise<void> {
  const { db, env, mailer, secret, clock } = services;
  const text = decrypt(secret, CODE_REQUEST, sealed);
  if (!text) return;
  const { email, asker, ifUnconfirmed, at } = requestSchema.parse(JSON.parse(text));
  if (clock.now().getTime() - at.getTime() > CODE_MINUTES * 60_000) return;
  await db.drizzle.transaction(async (tx) => {
    const member = await findActiveMember(tx, email);
    if (!member || (ifUnconfirmed && member.isConfirmed)) return;
    const made = await makeCode(tx, services, {
      userId: member.id,
      purpose: 'sign_in',
      asker: Buffer.from(asker, 'base64url'),
      isSignUp: ifUnconfirmed,
    });
    const mailOf = ifUnconfirmed ? confirmSignUpMail : signInCodeMail;
    await mailer.send(mailOf(env, { to: member.email, ...made }), tx);
    await end(tx);
  });
}
