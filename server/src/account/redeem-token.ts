import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import type { OpenCall } from '../access/call.ts';
import { confirmEmail } from './confirm-email.ts';
import { resetPassword } from './reset-password.ts';

/** Redeems a mailed token, by what it was mailed for; guessing is rate-limited. [U5] [U8] */
export async function redeemToken({
  input,
  context,
}: OpenCall<typeof account.verify>): Promise<{ session: Session | null }> {
  const { limiter } = context.services;
  await limiter.consume('verify_by_ip', context.ip);
  const session =
    input.type === 'recovery'
      ? await resetPassword(input, context)
      : await confirmEmail(input, context);
  await limiter.giveBack('verify_by_ip', context.ip);
  return { session };
}
