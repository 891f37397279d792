import type { Env } from '../env.ts';
import type { Services } from '../services.ts';
import { invalidField, refusal } from '../transport/refusal.ts';

/** Lazy-loaded with the first number: it contains every country's numbering plan. */
const loadNumbers = () => import('libphonenumber-js/max');

/**
 * The kinds that can get a text message; some countries do not distinguish mobile from landline.
 */
const REACHED = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * A typed number in E.164, in the first configured country if it names none. Only configured
 * countries get texts: others can cost dollars each. Throws INVALID_INPUT. [U9]
 */
export async function readPhone({ smsCountries }: Env, typed: string): Promise<string> {
  const { parsePhoneNumberFromString } = await loadNumbers();
  const parsed = parsePhoneNumberFromString(typed, smsCountries[0]);
  const isReached =
    parsed?.isValid() &&
    parsed.country !== undefined &&
    smsCountries.includes(parsed.country) &&
    REACHED.has(parsed.getType() ?? '');
  if (!parsed || !isReached) {
    const where = smsCountries.join(', ');
    throw invalidField('phone', `Enter a mobile number with its area code (${where})`);
  }
  return parsed.number;
}

/** The same, if texts can be sent at all. Throws PHONE_NOT_OFFERED, INVALID_INPUT. [U9] */
export async function readOfferedPhone(
  { env, texter }: Pick<Services, 'env' | 'texter'>,
  typed: string,
): Promise<string> {
  if (!texter.transport) throw refusal('PHONE_NOT_OFFERED');
  return readPhone(env, typed);
}

/** How a number appears in names, events and mails, which others may see. */
export function hintOf(phone: string): string {
  return `Phone ending in ${phone.slice(-2)}`;
}
