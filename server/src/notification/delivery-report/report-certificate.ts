import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Env } from '../../env.ts';
import { makeDataDir, readIfThere } from '../../secret.ts';
import { type KeyAndCertificate, makeSelfSigned } from '../../self-signed.ts';

export type ReportCertificate = KeyAndCertificate;

type Needs = Pick<Env, 'dataDir' | 'mailReports'>;

const DAY_MS = 86_400_000;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
/** Nobody checks it, so nothing is gained by a short life. */
const VALID_DAYS = 3650;
/** So long before its end it is replaced. */
const RENEWED_DAYS = 30;

/**
 * What the port for reports encrypts with: the files of the settings, else a certificate of its
 * own, which mail servers take that encrypt where they can. Throws where a file cannot be used.
 */
export async function readReportCertificate(env: Needs, now: Date): Promise<ReportCertificate> {
  const files = env.mailReports?.tls;
  if (!files) return keepOwnCertificate(env, now);
  try {
    const [key, cert] = await Promise.all([
      readFile(files.keyFile, 'utf8'),
      readFile(files.certFile, 'utf8'),
    ]);
    return usable({ key, cert });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`MAIL_REPORTS_KEY and MAIL_REPORTS_CERT cannot be used: ${why}`);
  }
}

/**
 * Gives it back; throws where the key is not the certificate's. A file that is just being written
 * may be empty, which `createSecureContext` accepts.
 */
function usable(certificate: ReportCertificate): ReportCertificate {
  const { key, cert } = certificate;
  createSecureContext(certificate);
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error('the key does not belong to the certificate');
  }
  return certificate;
}

/** Reads the certificate in DATA_DIR; creates one if there is none or it is about to expire. */
async function keepOwnCertificate({ dataDir, mailReports }: Needs, now: Date) {
  const file = join(dataDir, 'mail-reports.pem');
  const kept = await readIfThere(file);
  // Key and certificate are in one file, so that the two always match.
  if (kept && isGood(kept, now)) return usable({ key: kept, cert: kept });
  const domain = mailReports?.domain ?? 'localhost';
  const named = { name: domain, dns: domain };
  const { key, cert } = await makeSelfSigned({ ...named, algorithm: CURVE, days: VALID_DAYS, now });
  makeDataDir(dataDir);
  const draft = `${file}.${process.pid}.part`;
  const pem = `${key}\n${cert}\n`;
  await writeFile(draft, pem, { mode: 0o600 });
  await rename(draft, file);
  return usable({ key: pem, cert: pem });
}

function isGood(pem: string, now: Date): boolean {
  try {
    const end = Date.parse(new X509Certificate(usable({ key: pem, cert: pem }).cert).validTo);
    return end - now.getTime() > RENEWED_DAYS * DAY_MS;
  } catch {
    return false;
  }
}
