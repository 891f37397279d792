import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import type { OpenCall } from '../access/call.ts';
import { readOfferedPhone } from '../sms/phone-number.ts';
import { countFailure } from './count-failure.ts';
import { confirmEmail } from './email/confirm-email.ts';
import { openRecovery, resetPassword } from './password/reset-password.ts';
import { confirmPhone } from './phone/confirm-phone.ts';
import { type Entered, findKnownDevice } from './session/known-device.ts';
import { signInByMail } from './sign-in/sign-in-by-mail.ts';
import { signInByText } from './sign-in/sign-in-by-text.ts';
import { disownEvent } from './takeover/disown-event.ts';
import { undoEmail } from './takeover/undo-email.ts';

type Call = OpenCall<typeof account.verify>;
type Redeemed = { session: Session | null; removed_ways_in: number; deletion_canceled: boolean };
const NOTHING_REMOVED = { removed_ways_in: 0, deletion_canceled: false };

/** Redeems a mailed token according to its type; guessing is rate-limited. [U5] [U8] [U9] */
export async function redeemToken({ input, context }: Call): Promise<Redeemed> {
  const { limiter } = context.services;
  const code = await readCode(input, context);
  if (!code) return countFailure(context, 'verify_by_ip', () => redeemAny(input, context));
  // Codes typed on a known device have counts of their own.
  if (await findKnownDevice(context, code)) return redeemAny(input, context);
  await limiter.consume('verify_by_ip', context.ip);
  const redeemed = await redeemAny(input, context);
  await limiter.giveBack('verify_by_ip', context.ip);
  return redeemed;
}

/**
 * The address or number of a code that signs in, which is short enough to guess; null for a link,
 * and for the code of a new number, of which only the browser that asked has a few guesses.
 */
async function readCode(
  input: Call['input'],
  { services }: Call['context'],
): Promise<Entered | null> {
  if (input.type === 'sms') return { phone: await readOfferedPhone(services, input.phone) };
  if ('confirmed' in input && !input.token_hash) return { email: input.email ?? '' };
  return null;
}

async function redeemAny(input: Call['input'], context: Call['context']): Promise<Redeemed> {
  return input.type === 'recovery' && input.password !== undefined
    ? resetPassword({ ...input, password: input.password }, context)
    : { session: await redeem(input, context), ...NOTHING_REMOVED };
}

function redeem(input: Call['input'], context: Call['context']): Promise<Session | null> {
  switch (input.type) {
    case 'email':
    case 'magiclink':
    case 'signup':
    case 'invite':
      return signInByMail(input, context);
    case 'sms':
      return signInByText(input, context);
    case 'phone_change':
      return confirmPhone(input, context);
    case 'recovery':
      return openRecovery(input, context);
    case 'email_change':
      return confirmEmail(input, context);
    case 'email_undo':
      return undoEmail(input, context);
    case 'not_me':
      return disownEvent(input, context);
  }
}
