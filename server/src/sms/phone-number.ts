import type { Env } from '../env.ts';
import type { Services } from '../services.ts';
import { invalidField, refusal } from '../transport/refusal.ts';

/** With the first number: it knows how every country numbers its phones. */
const loadNumbers = () => import('libphonenumber-js/max');

/** Kinds that a text message reaches; where a country does not tell mobile from fixed, both. */
const REACHED = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * A typed number in E.164, of the first country of the settings where it names none. Only countries
 * of the settings are texted: numbers elsewhere can cost dollars each. Throws INVALID_INPUT. [U9]
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

/** The same where texts are sent at all. Throws PHONE_NOT_OFFERED, INVALID_INPUT. [U9] */
export async function readOfferedPhone(
  { env, texter }: Pick<Services, 'env' | 'texter'>,
  typed: string,
): Promise<string> {
  if (!texter.transport) throw refusal('PHONE_NOT_OFFERED');
  return readPhone(env, typed);
}

/** How a number is called in names, events and mails, which others may see. */
export function hintOf(phone: string): string {
  return `Phone ending in ${phone.slice(-2)}`;
}
