import type { account } from '@kindpal/contract/account/contract';
import type { OpenCall } from '../access/call.ts';
import { encrypt } from '../access/encrypt.ts';
import { CHANGING_ADDRESS } from './email/resend-email-change.ts';
import { countAsker } from './session/known-device.ts';
import { askByText } from './sign-in/ask-by-text.ts';
import { queueCode, requireEmail } from './sign-in/request-code.ts';

/**
 * Sends a confirmation again: a sign-in code to a member who has not confirmed their address, the
 * link to a pending new address, or a code to a phone. `email` is the address they sign in with.
 * The answer is always the same. [U9] Throws INVALID_INPUT, PHONE_NOT_OFFERED, TOO_MANY_REQUESTS.
 */
export async function resend({ input, context }: OpenCall<typeof account.resend>) {
  const { limiter, tasks, secret } = context.services;
  if (input.phone !== undefined && (input.type === 'sms' || input.type === 'phone_change')) {
    await askByText(context, { phone: input.phone, purpose: input.type });
    return {};
  }
  const email = requireEmail(input);
  const isKnown = await countAsker(context, 'code_by_ip', email);
  if (input.type === 'signup') await queueCode(context, { email, isKnown, ifUnconfirmed: true });
  else if (await limiter.hasRoom('code_mail_by_address', `change ${email}`)) {
    const sealed = encrypt(secret, CHANGING_ADDRESS, email);
    await tasks.add('resend_email_change', { sealed });
  }
  return {};
}
