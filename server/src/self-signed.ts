import { webcrypto } from 'node:crypto';

/** A private key and a certificate of it, as PEM. */
export type KeyAndCertificate = { key: string; cert: string };

const DAY_MS = 86_400_000;

type Wanted = {
  /** The common name, and the DNS name if there is one. */
  name: string;
  dns?: string;
  algorithm: webcrypto.EcKeyGenParams | webcrypto.RsaHashedKeyGenParams;
  days: number;
  now: Date;
};

/** Creates a key and its self-signed certificate; Node can read X.509 but not create it. */
export async function makeSelfSigned(wanted: Wanted): Promise<KeyAndCertificate> {
  const { name, dns, algorithm, days, now } = wanted;
  await import('reflect-metadata');
  const { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } = await import(
    '@peculiar/x509'
  );
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const cert = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${name}`,
      keys,
      signingAlgorithm: { ...algorithm, hash: 'SHA-256' },
      // A day early, for programs whose clock is behind.
      notBefore: new Date(now.getTime() - DAY_MS),
      notAfter: new Date(now.getTime() + days * DAY_MS),
      extensions: dns ? [new SubjectAlternativeNameExtension([{ type: 'dns', value: dns }])] : [],
    },
    webcrypto,
  );
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: PemConverter.encode(pkcs8, 'PRIVATE KEY'), cert: cert.toString('pem') };
}
