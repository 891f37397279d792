import { decrypt, encrypt } from '../access/encrypt.ts';
import type { Services } from '../services.ts';

/** How far a clock may be off: one step, in seconds. [U13] */
const SKEW_SECONDS = 30;
const PURPOSE = 'totp secret';

/** Lazy-loaded, because most members have no second factor. */
const loadOtp = () => import('otplib');

type Needs = Pick<Services, 'env' | 'secret' | 'clock'>;

/** A new secret: encrypted for the database, and in the format of the member's app. [U13] */
export async function makeSecret({ env, secret: key }: Needs, email: string) {
  const [{ generateSecret, generateURI }, { renderSVG }] = await Promise.all([
    loadOtp(),
    import('uqr'),
  ]);
  const secret = generateSecret();
  const uri = generateURI({ issuer: env.appName, label: email, secret });
  const qr_code = renderSVG(uri, { ecc: 'M', border: 2 });
  return { sealed: encrypt(key, PURPOSE, secret), shown: { qr_code, secret, uri } };
}

/** The time step of a code, or null when it is wrong or its secret can't be decrypted any more. */
export async function findStep(
  { secret: key, clock }: Needs,
  { sealed, code }: { sealed: string; code: string },
): Promise<number | null> {
  const secret = decrypt(key, PURPOSE, sealed);
  if (!secret || !/^\d{6}$/.test(code)) return null;
  const { verify } = await loadOtp();
  const epoch = Math.floor(clock.now().getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: SKEW_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
