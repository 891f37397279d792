import { decrypt, encrypt } from '../access/encrypt.ts';
import type { Services } from '../services.ts';

/** A clock may be wrong by one step, in seconds. [U13] */
const SKEW_SECONDS = 30;
const PURPOSE = 'totp secret';

/** The libraries are loaded when somebody needs them: most members have no second factor. */
const loadOtp = () => import('otplib');

type Needs = Pick<Services, 'env' | 'secret' | 'clock'>;

/** A new secret: sealed for the database, and as the member's app takes it in. [U13] */
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

/** The time step that a code is of, or null when it is wrong or its secret cannot be read any more. */
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
