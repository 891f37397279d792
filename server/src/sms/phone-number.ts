import type { Env } from '../env.ts';
import { invalidField } from '../transport/refusal.ts';

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

/** How a number is called in names, events and mails, which others may see. */
export function hintOf(phone: string): string {
  return `Phone ending in ${phone.slice(-2)}`;
}
