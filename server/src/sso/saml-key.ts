import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepFile, readIfThere } from '../secret.ts';
import { type KeyAndCertificate, makeSelfSigned } from '../self-signed.ts';
import type { Services } from '../services.ts';

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
};
/** Long, because a new certificate has to be registered with each provider. */
const VALID_DAYS = 20 * 365;

/**
 * The key that signs requests to SAML providers and decrypts their assertions, with its
 * certificate: DATA_DIR/saml.pem (mode 0600), created when it is first needed and never replaced.
 * Nodes with separate data directories must share it. [U11] Throws if the file is damaged.
 */
export async function loadSamlKey({
  env,
  clock,
}: Pick<Services, 'env' | 'clock'>): Promise<KeyAndCertificate> {
  const file = join(env.dataDir, 'saml.pem');
  const kept = await readIfThere(file);
  if (kept !== null) return readPem(kept, file);
  const { hostname } = new URL(env.appUrl);
  const made = await makeSelfSigned({
    name: hostname,
    algorithm: RSA,
    days: VALID_DAYS,
    now: clock.now(),
  });
  // Key and certificate are in one file, so that the two always match.
  keepFile(file, `${made.key}\n${made.cert}\n`);
  return readPem(await readFile(file, 'utf8'), file);
}

function readPem(pem: string, file: string): KeyAndCertificate {
  const part = (name: string) =>
    new RegExp(`-----BEGIN ${name}-----[^-]+-----END ${name}-----`).exec(pem)?.[0] ?? '';
  const [key, cert] = [part('PRIVATE KEY'), part('CERTIFICATE')];
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return { key, cert };
  } catch {
    // The error below replaces this one, which could contain the key.
  }
  throw new Error(`The key in ${file} is damaged: put it back, or remove it to make a new one`);
}
