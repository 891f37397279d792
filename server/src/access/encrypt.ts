import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text with the process's secret, to store it in a table or a backup. Only `decrypt`
 * with the same secret and purpose can read it.
 */
export function encrypt(secret: string, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(secret, purpose), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** The text, or null when it was encrypted with another secret or purpose, or was tampered with. */
export function decrypt(secret: string, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const body = IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, keyFor(secret, purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, body));
  try {
    return decipher.update(bytes.subarray(body), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** Deriving a key takes longer than encrypting with it. */
const keys = new Map<string, KeyObject>();
/** There are few purposes, all in the code; only tests have many secrets. */
const MOST_KEYS = 100;

function keyFor(secret: string, purpose: string): KeyObject {
  const which = JSON.stringify([secret, purpose]);
  const kept = keys.get(which);
  if (kept) return kept;
  const bytes = hkdfSync('sha256', secret, '', `kindpal ${purpose}`, 32);
  const key = createSecretKey(new Uint8Array(bytes));
  if (keys.size >= MOST_KEYS) keys.clear();
  keys.set(which, key);
  return key;
}
