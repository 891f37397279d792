import { randomBytes, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const COST = { N: 2 ** 14, r: 8, p: 1 };
const KEY_BYTES = 32;

/** One core stays free of hashing, so that a rush of sign-ins slows no other request. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
let started = 0;
const idle: Worker[] = [];
const waiting: Array<(worker: Worker) => void> = [];

/** A salted scrypt hash that carries its own cost. Runs on a thread of low priority, some tens of ms. [U1] */
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
  let worker = idle.pop() ?? (await takeWorker());
  try {
    worker.ref();
    worker.postMessage({ password: password.normalize('NFKC'), salt, bytes: KEY_BYTES, cost });
    const [key] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(key);
  } catch (error) {
    // Its thread has ended with the error.
    worker = startWorker();
    throw error;
  } finally {
    // While it waits for work it keeps no process alive.
    worker.unref();
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  }
}

/** A worker of its own while there may be more, else the next that is free. */
async function takeWorker(): Promise<Worker> {
  if (started >= AT_ONCE) return new Promise((resolve) => waiting.push(resolve));
  started += 1;
  return startWorker();
}

function startWorker(): Worker {
  return new Worker(new URL('./password-worker.ts', import.meta.url));
}
