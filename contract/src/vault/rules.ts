/** What somebody needs to get into a home and around in it. Each part is opened separately. */
export const ACCESS_PARTS = ['door', 'keys', 'alarm', 'wifi', 'notes'] as const;
export type AccessPart = (typeof ACCESS_PARTS)[number];

/** The names of the parts on screens and in errors. */
export const ACCESS_LABELS: Record<AccessPart, string> = {
  door: 'Door code',
  keys: 'Keys',
  alarm: 'Alarm code',
  wifi: 'Wi-Fi',
  notes: 'Notes',
};

/** The longest text of one part. */
export const ACCESS_MAX = 500;
/** How many hours before the start the sitter can open them; measured by the database clock. */
export const ACCESS_OPENS_HOURS = 24;
/** How many days after the end of a job they stay attached. */
export const ACCESS_KEPT_DAYS = 7;

/** Words after which a number, or another word, is probably an access code. */
const CODE_WORD =
  /\b(door ?code|gate ?code|alarm|lock ?box|key ?box|key ?pad|code|pin|pass ?code|combination)\b/i;
const WIFI_WORD = /\b(wi-?fi|wlan|password|passphrase)\b/i;
const KEY_WORD =
  /\b(spare )?keys?\b.{0,40}\b(under|behind|in the|inside|above|beneath|lock ?box)\b/i;
/** 3 to 10 digits that may end in a keypad's # or *; no time, date, price or phone number. */
const CODE = /(?<![\d:.,/$€£+-])[#*]?\d{3,10}[#*]?(?![\d:.,/-]\d|\d)/;
const ONLY_CODE = /^[#*]?\d{4,8}[#*]?$/;
/** A word of 6 or more characters with a digit in it, like a Wi-Fi password. */
const PASSWORD = /(?<!\S)(?=\S*\d)(?=\S*[A-Za-z])\S{6,}/;

/**
 * The part of home access that a chat message seems to reveal, or null. It is only a hint for the
 * author: asking too often is annoying, so a number alone needs 4 to 8 digits.
 */
export function accessPartIn(text: string): AccessPart | null {
  const words = text.trim();
  if (ONLY_CODE.test(words)) return 'door';
  if (WIFI_WORD.test(words) && (PASSWORD.test(words) || CODE.test(words))) return 'wifi';
  if (CODE_WORD.test(words) && CODE.test(words)) return /alarm/i.test(words) ? 'alarm' : 'door';
  return KEY_WORD.test(words) ? 'keys' : null;
}
