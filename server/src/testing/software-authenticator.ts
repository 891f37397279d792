import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** A credential as an authenticator stores it. */
type Credential = { id: Buffer; userHandle: string; privateKey: KeyObject; counter: number };
type CreationOptions = {
  challenge: string;
  rp: { id: string };
  user: { id: string };
};
type RequestOptions = { challenge: string; rpId: string };

/** What a test may forge: the page's origin, the key's data. */
export type Bent = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  crossOrigin?: boolean;
  counter?: number;
  challenge?: string;
  type?: string;
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** The few CBOR types needed for a passkey. */
const cbor = {
  head: (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  },
  int: (n: number) => (n >= 0 ? cbor.head(0, n) : cbor.head(1, -1 - n)),
  bytes: (value: Buffer) => Buffer.concat([cbor.head(2, value.length), value]),
  text: (value: string) => Buffer.concat([cbor.head(3, value.length), Buffer.from(value)]),
  map: (entries: [Buffer, Buffer][]) =>
    Buffer.concat([cbor.head(5, entries.length), ...entries.flat()]),
};

/** Creates and uses passkeys like a phone or laptop, with ES256 and without attestation. */
export class SoftwareAuthenticator {
  readonly origin: string;
  credential: Credential | null = null;
  /** False for synced keys, whose counter is always 0. */
  counts = false;

  constructor(origin: string) {
    this.origin = origin;
  }

  create({ challenge, rp, user }: CreationOptions, bent: Bent = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(16);
    this.credential = { id, userHandle: user.id, privateKey, counter: 0 };
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = cbor.map([
      [cbor.int(1), cbor.int(2)],
      [cbor.int(3), cbor.int(-7)],
      [cbor.int(-1), cbor.int(1)],
      [cbor.int(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
      [cbor.int(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.from([0, id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const authData = Buffer.concat([this.authData(rp.id, bent, 0x40), attested]);
    const attestationObject = cbor.map([
      [cbor.text('fmt'), cbor.text('none')],
      [cbor.text('attStmt'), cbor.map([])],
      [cbor.text('authData'), cbor.bytes(authData)],
    ]);
    return {
      ...this.named(id),
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, bent).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal' as const],
      },
    };
  }

  show({ challenge, rpId }: RequestOptions, bent: Bent = {}) {
    const { credential } = this;
    if (!credential) throw new Error('no passkey was made');
    if (this.counts) credential.counter += 1;
    const authData = this.authData(rpId, bent);
    const clientData = this.clientData('webauthn.get', challenge, bent);
    const signed = createSign('sha256').update(Buffer.concat([authData, sha256(clientData)]));
    return {
      ...this.named(credential.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signed.sign(credential.privateKey).toString('base64url'),
        userHandle: credential.userHandle,
      },
    };
  }

  private named(id: Buffer) {
    const text = id.toString('base64url');
    return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} };
  }

  private authData(rpId: string, bent: Bent, more = 0): Buffer {
    const flags = 0x01 | (bent.isVerified === false ? 0 : 0x04) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bent.counter ?? this.credential?.counter ?? 0);
    return Buffer.concat([sha256(bent.rpId ?? rpId), Buffer.from([flags]), counter]);
  }

  private clientData(type: string, challenge: string, bent: Bent): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? this.origin,
        crossOrigin: bent.crossOrigin ?? false,
      }),
    );
  }
}
