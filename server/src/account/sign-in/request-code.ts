import type { account } from '@kindpal/contract/account/contract';
import type { OpenCall } from '../../access/call.ts';
import type { RequestContext } from '../../access/context.ts';
import { encrypt } from '../../access/encrypt.ts';
import type { Queries } from '../../db/client.ts';
import { invalidField } from '../../transport/refusal.ts';
import { makeAsker } from '../asker.ts';
import { countAsker } from '../session/known-device.ts';
import { askByText } from './ask-by-text.ts';
import { CODE_REQUEST } from './send-sign-in-code.ts';

/**
 * Requests a sign-in code. The answer is the same for known and unknown addresses and phones,
 * even after too many requests. [U9] Throws INVALID_INPUT, PHONE_NOT_OFFERED, TOO_MANY_REQUESTS.
 */
export async function requestCode({ input, context }: OpenCall<typeof account.requestCode>) {
  if (input.phone !== undefined) {
    await askByText(context, { phone: input.phone, purpose: 'sms' });
    return {};
  }
  const email = requireEmail(input);
  const isKnown = await countAsker(context, 'code_by_ip', email);
  await queueCode(context, { email, isKnown });
  return {};
}

/** The address to mail to. Throws INVALID_INPUT. [U9] */
export function requireEmail({ email }: { email?: string }): string {
  if (!email) throw invalidField('email', 'You must provide either an email or phone number.');
  return email;
}

type Asked = { email: string; isKnown: boolean; ifUnconfirmed?: boolean };

/** Queues the email, unless its mailbox has got too many. [U9] */
export async function queueCode(context: RequestContext, asked: Asked): Promise<void> {
  if (await countCode(context, asked)) await addCode(context, asked);
}

/** Counts an email to a mailbox and returns whether it is allowed. [U9] */
export function countCode(
  { services: { limiter } }: RequestContext,
  { email, isKnown, ifUnconfirmed = false }: Asked,
): Promise<boolean> {
  // Counted apart: a request to confirm an address again often mails nothing, and must not use up
  // the codes that its member can request.
  const asked = ifUnconfirmed ? `confirm ${email}` : email;
  const rule = isKnown ? 'known_code_mail_by_address' : 'code_mail_by_address';
  return limiter.hasRoom(rule, asked);
}

/**
 * Queues a counted email, within `tx` if given; with `ifUnconfirmed` only for a member who has not
 * confirmed their address. [U9]
 */
export async function addCode(
  context: RequestContext,
  { email, ifUnconfirmed = false }: Asked,
  tx?: Queries,
): Promise<void> {
  const { tasks, secret } = context.services;
  const asker = makeAsker(context).toString('base64url');
  const request = JSON.stringify({ email, asker, ifUnconfirmed, at: context.services.clock.now() });
  await tasks.add('send_sign_in_code', { sealed: encrypt(secret, CODE_REQUEST, request) }, tx);
}
