import type { account } from '@kindpal/contract/account/contract';
import type { OpenCall } from '../access/call.ts';
import { seal } from '../access/seal.ts';
import { RESET_ADDRESS } from './send-reset-link.ts';

/**
 * Asks for a reset link. Nothing here looks the address up: known and unknown ones are answered
 * alike because the same is done for both. [U4]
 */
export async function requestReset({ input, context }: OpenCall<typeof account.recover>) {
  const { limiter, tasks, secret } = context.services;
  await limiter.consume('recover_by_ip', context.ip);
  await limiter.consume('recover_by_address', input.email);
  await tasks.add('send_reset_link', { sealed: seal(secret, RESET_ADDRESS, input.email) });
  return {};
}
