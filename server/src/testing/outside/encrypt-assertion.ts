import { X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { type EncryptOptions, encrypt } from 'xml-encryption';
import type { TestServer } from '../test-server.ts';

const encryptXml = promisify(encrypt);

/** The certificate in the product's metadata, as PEM. */
export async function fetchSamlCertificate(server: TestServer): Promise<string> {
  const metadata = await (await server.fetch('/auth/v1/sso/saml/metadata')).text();
  const [, base64 = ''] = /<ds:X509Certificate>([^<]+)</.exec(metadata) ?? [];
  const der = Buffer.from(base64, 'base64');
  return new X509Certificate(der).toString();
}

/** Encrypts an assertion, or a forged one, for the owner of a certificate. */
export async function encryptAssertion(
  assertion: string,
  cert: string,
  options: Partial<EncryptOptions> = {},
): Promise<string> {
  const key = new X509Certificate(cert).publicKey;
  const encrypted = await encryptXml(assertion, {
    rsa_pub: key.export({ type: 'spki', format: 'pem' }),
    pem: cert,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    warnInsecureAlgorithm: false,
    ...options,
  });
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</saml:EncryptedAssertion>`;
}
