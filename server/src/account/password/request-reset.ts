import type { account } from '@kindpal/contract/account/contract';
import type { OpenCall } from '../../access/call.ts';
import { encrypt } from '../../access/encrypt.ts';
import { countAsker } from '../session/known-device.ts';
import { RESET_ADDRESS } from './send-reset-link.ts';

/**
 * Requests a reset link. The answer is the same for known and unknown addresses, even after too
 * many requests, so that nobody can keep a member from recovering. [U4]
 */
export async function requestReset({ input, context }: OpenCall<typeof account.recover>) {
  const { limiter, tasks, secret } = context.services;
  const { email } = input;
  const isKnown = await countAsker(context, 'recover_by_ip', email);
  const rule = isKnown ? 'known_reset_mail_by_address' : 'reset_mail_by_address';
  if (await limiter.hasRoom(rule, email))
    await tasks.add('send_reset_link', { sealed: encrypt(secret, RESET_ADDRESS, email) });
  return {};
}
