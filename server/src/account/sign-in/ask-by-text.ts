import type { RequestContext } from '../../access/context.ts';
import { encrypt } from '../../access/encrypt.ts';
import { readOfferedPhone } from '../../sms/phone-number.ts';
import { makeAsker } from '../asker.ts';
import { findKnownDevice } from '../session/known-device.ts';
import { TEXT_REQUEST, type TextRequest } from './text-code.ts';

/**
 * Asks for a code by text message: a sign-in code, or again the code that verifies a new number.
 * The answer is the same for known and unknown numbers. [U9] Throws PHONE_NOT_OFFERED,
 * INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function askByText(
  context: RequestContext,
  { phone: typed, purpose }: { phone: string; purpose: TextRequest['purpose'] },
): Promise<void> {
  const { limiter, tasks, secret, clock } = context.services;
  const phone = await readOfferedPhone(context.services, typed);
  const isKnown = (await findKnownDevice(context, { phone })) !== null;
  if (!isKnown) await limiter.consume('sms_by_ip', context.ip);
  const asker = makeAsker(context).toString('base64url');
  // What strangers request uses up nothing of the member's own devices. Both are always counted, so
  // that the response takes the same time; a text that is not sent does not count for the day.
  const rule = isKnown ? 'known_sms' : 'sms';
  const isSoon = !(await limiter.hasRoom(`${rule}_by_number`, phone));
  const hasDay = await limiter.hasRoom(`${rule}_a_day_by_number`, phone);
  if (isSoon) await limiter.giveBack(`${rule}_a_day_by_number`, phone);
  if (isSoon || !hasDay) return;
  const asked = JSON.stringify({ phone, purpose, asker, at: clock.now() });
  await tasks.add('text_code', { sealed: encrypt(secret, TEXT_REQUEST, asked) });
}
