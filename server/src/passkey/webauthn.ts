import {
  type CreatedCredential,
  type PasskeyTransport,
  type ShownCredential,
  transportSchema,
} from '@kindpal/contract/passkey/schema';
import type { Env } from '../env.ts';
import { refusal } from '../transport/refusal.ts';
import { CHALLENGE_MS } from './challenges.ts';

/** Lazy-loaded when somebody has or adds a passkey: it loads certificates of every device maker. */
const loadWebAuthn = () => import('@simplewebauthn/server');

type Site = Pick<Env, 'appUrl' | 'appName'>;
/** The stored data of a passkey. */
export type KeptPasskey = {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
};

/** The relying party id, under which browsers store this site's passkeys. */
const rpIdOf = ({ appUrl }: Site) => new URL(appUrl).hostname;

function descriptorOf({
  credentialId,
  transports,
}: Pick<KeptPasskey, 'credentialId' | 'transports'>) {
  const type = 'public-key' as const;
  return { id: credentialId, type, transports: transports as PasskeyTransport[] };
}

type NewUser = { id: string; email: string; name: string };

/** The browser's options to create another passkey for this member. [U13] */
export async function makeCreationOptions(env: Site, user: NewUser, kept: KeptPasskey[]) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const made = await generateRegistrationOptions({
    rpName: env.appName,
    rpID: rpIdOf(env),
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
  });
  return {
    challenge: made.challenge,
    rp: { id: rpIdOf(env), name: env.appName },
    user: made.user,
    pubKeyCredParams: made.pubKeyCredParams,
    timeout: CHALLENGE_MS,
    attestation: 'none' as const,
    excludeCredentials: kept.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    extensions: { credProps: true },
  };
}

/**
 * The browser's options to use one of these passkeys, or any of this site if none is given. [U13]
 */
export async function makeRequestOptions(env: Site, kept: KeptPasskey[]) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: rpIdOf(env) });
  return {
    challenge,
    rpId: rpIdOf(env),
    timeout: CHALLENGE_MS,
    userVerification: 'required' as const,
    allowCredentials: kept.map(descriptorOf),
  };
}

/** The passkey that a browser created for this challenge. Throws PASSKEY_REFUSED. [U13] */
export async function readCreated(
  env: Site,
  { credential, challenge }: { credential: CreatedCredential; challenge: string },
): Promise<KeptPasskey> {
  refuseFrames(credential.response.clientDataJSON);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { authenticatorAttachment: _, response, ...rest } = credential;
  const { clientDataJSON, attestationObject } = response;
  const transports = response.transports as PasskeyTransport[];
  const result = await verifyRegistrationResponse({
    response: { ...rest, response: { clientDataJSON, attestationObject, transports } },
    expectedChallenge: challenge,
    expectedOrigin: env.appUrl,
    expectedRPID: rpIdOf(env),
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) throw refusal('PASSKEY_REFUSED');
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports.filter((one) => TRANSPORTS.has(one)),
  };
}

const TRANSPORTS = new Set<string>(transportSchema.options);

type Shown = { credential: ShownCredential; challenge: string; kept: KeptPasskey };

/**
 * Verifies that a passkey signed this challenge, unlocked by its member; returns its new counter.
 * A counter that goes back is refused: the passkey was cloned. Throws PASSKEY_REFUSED. [U13]
 */
export async function checkShown(env: Site, { credential, challenge, kept }: Shown) {
  refuseFrames(credential.response.clientDataJSON);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { authenticatorAttachment: _, response, ...rest } = credential;
  const { userHandle: __, ...signed } = response;
  const result = await verifyAuthenticationResponse({
    response: { ...rest, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: env.appUrl,
    expectedRPID: rpIdOf(env),
    requireUserVerification: true,
    credential: {
      id: kept.credentialId,
      publicKey: new Uint8Array(kept.publicKey),
      counter: kept.counter,
    },
  }).catch(() => null);
  if (!result?.verified) throw refusal('PASSKEY_REFUSED');
  return result.authenticationInfo.newCounter;
}

/**
 * Pages of this site are never inside another site's frame: a response from one was not meant for
 * us.
 */
function refuseFrames(clientDataJSON: string): void {
  try {
    const read = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (read?.crossOrigin !== true) return;
  } catch {
    // Malformed data is refused as well.
  }
  throw refusal('PASSKEY_REFUSED');
}
