import type { AccessPart } from './schema.ts';

/** Words after which a number, or one more word, is how somebody gets in. */
const CODE_WORD =
  /\b(door ?code|gate ?code|alarm|lock ?box|key ?box|key ?pad|code|pin|pass ?code|combination)\b/i;
const WIFI_WORD = /\b(wi-?fi|wlan|password|passphrase)\b/i;
const KEY_WORD =
  /\b(spare )?keys?\b.{0,40}\b(under|behind|in the|inside|above|beneath|lock ?box)\b/i;
/** 3 to 10 digits that may end in a keypad's # or *; no time, date, price or phone number. */
const CODE = /(?<![\d:.,/$€£+-])[#*]?\d{3,10}[#*]?(?![\d:.,/-]\d|\d)/;
const ONLY_CODE = /^[#*]?\d{4,8}[#*]?$/;
/** A word of 6 or more signs with a digit in it, as passwords of networks are. */
const PASSWORD = /(?<!\S)(?=\S*\d)(?=\S*[A-Za-z])\S{6,}/;

/**
 * The part of home access that a chat message seems to tell, or null. It is a hint for the one who
 * types, who decides: too many are better answered than asked, so a number alone needs 4 to 8 digits.
 */
export function accessPartIn(text: string): AccessPart | null {
  const words = text.trim();
  if (ONLY_CODE.test(words)) return 'door';
  if (WIFI_WORD.test(words) && (PASSWORD.test(words) || CODE.test(words))) return 'wifi';
  if (CODE_WORD.test(words) && CODE.test(words)) return /alarm/i.test(words) ? 'alarm' : 'door';
  return KEY_WORD.test(words) ? 'keys' : null;
}
