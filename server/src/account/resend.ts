import type { account } from '@kindpal/contract/account/contract';
import type { OpenCall } from '../access/call.ts';
import { encrypt } from '../access/encrypt.ts';
import { askByText } from './ask-by-text.ts';
import { queueCode, requireEmail } from './request-code.ts';
import { CHANGING_ADDRESS } from './resend-email-change.ts';

/**
 * Mails again what confirms an address: to a member who has not confirmed theirs a code to sign in
 * with, or to a new address that waits its link. `email` is the one they sign in with. A phone is
 * texted a code again. Everybody is answered alike. [U9] Throws INVALID_INPUT, PHONE_NOT_OFFERED, TOO_MANY_REQUESTS.
 */
export async function resend({ input, context }: OpenCall<typeof account.resend>) {
  const { limiter, tasks, secret } = context.services;
  if (input.phone !== undefined && (input.type === 'sms' || input.type === 'phone_change')) {
    await askByText(context, { phone: input.phone, purpose: input.type });
    return {};
  }
  const email = requireEmail(input);
  await limiter.consume('code_by_ip', context.ip);
  if (input.type === 'signup') await queueCode(context, email, true);
  else if (await limiter.hasRoom('code_mail_by_address', email)) {
    const sealed = encrypt(secret, CHANGING_ADDRESS, email);
    await tasks.add('resend_email_change', { sealed });
  }
  return {};
}
