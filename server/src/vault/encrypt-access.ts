import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ACCESS_PARTS, type AccessPart } from '@kindpal/contract/vault/rules';
import { z } from 'zod';
import type { VaultKey, VaultKeys } from './vault-keys.ts';

/** The parts with a text. */
export type AccessTexts = Partial<Record<AccessPart, string>>;
/** The row of an encrypted text: it can't be decrypted in another row. */
export type AccessRow = `home_access:${string}` | `job_access:${string}`;
export type EncryptedAccess = { sealed: string; key_id: string };

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const textsSchema = z.partialRecord(z.enum(ACCESS_PARTS), z.string());

/** Encrypts a row's texts with the current key, bound to that row. */
export function encryptAccess(
  { current }: Pick<VaultKeys, 'current'>,
  row: AccessRow,
  texts: AccessTexts,
) {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, current.key, iv);
  cipher.setAAD(Buffer.from(row));
  const body = Buffer.concat([cipher.update(JSON.stringify(texts), 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  const parts = ACCESS_PARTS.filter((part) => texts[part]);
  return { sealed, key_id: current.id, parts };
}

/** A row's texts; null when no known key encrypted it, or it was tampered with. */
export function decryptAccess(
  { current, previous }: VaultKeys,
  row: AccessRow,
  { sealed, key_id }: EncryptedAccess,
): AccessTexts | null {
  const key = [current, previous].find((one) => one?.id === key_id);
  return key ? decryptWith(key, row, Buffer.from(sealed, 'base64url')) : null;
}

function decryptWith({ key }: VaultKey, row: AccessRow, bytes: Buffer): AccessTexts | null {
  const body = IV_BYTES + TAG_BYTES;
  if (bytes.length < body) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, body));
  try {
    const text = decipher.update(bytes.subarray(body), undefined, 'utf8') + decipher.final('utf8');
    return textsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
