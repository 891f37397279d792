/** Crockford's alphabet: no I, L, O, U, so a code survives being read aloud. */
export const INVITE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 12 characters of 5 bits: 60 random bits. */
export const INVITE_LENGTH = 12;
const GROUP = 4;

/**
 * Normalizes a typed code to its stored form: ignores case, spaces and hyphens, and replaces
 * look-alikes. [U1]
 */
export function normalizeInviteCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return letters.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? '';
}

/** Whether a normalized code has the right format. */
export function isInviteCode(code: string): boolean {
  return new RegExp(`^[${INVITE_ALPHABET}]{4}(-[${INVITE_ALPHABET}]{4}){2}$`).test(code);
}

/** Turns random bytes into a code; takes the lower five bits of each. */
export function inviteCodeFrom(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, INVITE_LENGTH)].map((byte) => INVITE_ALPHABET[byte & 31]);
  return normalizeInviteCode(letters.join(''));
}
