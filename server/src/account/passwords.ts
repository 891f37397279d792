import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';

const COST = { N: 2 ** 14, r: 8, p: 1 };
const KEY_BYTES = 32;

/** One core stays free of hashing, so that a rush of sign-ins slows no other request. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
let running = 0;
const waiting: Array<() => void> = [];

/** A salted scrypt hash that carries its own cost. Runs on the thread pool, some tens of ms. [U1] */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  const { N, r, p } = COST;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password is the one that was hashed; costs as much as hashing. [U3] */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = hash.split('$');
  if (kind !== 'scrypt') return false;
  const right = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return given.length === right.length && timingSafeEqual(given, right);
}

async function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    // Whoever waits takes over the place; `running` stays as it is.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
