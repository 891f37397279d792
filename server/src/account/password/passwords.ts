import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createFairQueue } from '../../access/limits/fair-queue.ts';
import { widestNetworkOf } from '../../access/limits/networks.ts';
import type { Derivation } from './password-worker.ts';

/** OWASP's setting for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const KEY_BYTES = 32;
const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

/** One core stays free for other requests; each running hash takes 19 MiB. */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 30_000;
/** Networks take turns, and so do members. */
const waiting = {
  networks: createFairQueue({ atOnce: AT_ONCE }),
  members: createFairQueue({ atOnce: AT_ONCE }),
};
/** Every second hash is a member's if any waits, from however many networks strangers come. */
const queue = createFairQueue({ atOnce: AT_ONCE });
const idle: Worker[] = [];
let ending: NodeJS.Timeout | undefined;

/**
 * A salted argon2id hash in PHC form. Runs on a low-priority thread, for some tens of ms; the
 * callers take turns: networks, and members by email address if they are on a known device, in a
 * session or have a reset link. [U1]
 */
export async function hashPassword(password: string, caller: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(argon2Of(password, salt, COST), caller);
  return `${PREFIX}${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/**
 * Whether a password matches a hash, made by this release or an earlier one; takes turns like
 * `hashPassword`. [U3]
 */
export async function verifyPassword(
  hash: string,
  password: string,
  caller: string,
): Promise<boolean> {
  const kept = parseHash(hash, password);
  if (!kept) return false;
  const given = await derive(kept.derivation, caller);
  return given.length === kept.key.length && timingSafeEqual(given, kept.key);
}

/** Whether a hash was made with other parameters than today's and should be replaced. [U3] */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(PREFIX);
}

type Kept = { key: Buffer; derivation: Derivation };

function parseHash(hash: string, password: string): Kept | null {
  const argon2 = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (argon2) {
    const [memory, passes, parallelism] = argon2.slice(1, 4).map(Number) as [
      number,
      number,
      number,
    ];
    const [salt, key] = argon2.slice(4).map((text) => Buffer.from(text, 'base64url'));
    return {
      key: key as Buffer,
      derivation: argon2Of(password, salt as Buffer, { memory, passes, parallelism }),
    };
  }
  const scrypt = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (!scrypt) return null;
  const [N, r, p] = scrypt.slice(1, 4).map(Number) as [number, number, number];
  const [salt, key] = scrypt.slice(4).map((text) => Buffer.from(text, 'base64url')) as [
    Buffer,
    Buffer,
  ];
  const text = password.normalize('NFKC');
  return {
    key,
    derivation: { kind: 'scrypt', password: text, salt, bytes: KEY_BYTES, cost: { N, r, p } },
  };
}

function argon2Of(password: string, nonce: Buffer, cost: typeof COST): Derivation {
  const message = password.normalize('NFKC');
  return { kind: 'argon2id', parameters: { message, nonce, tagLength: KEY_BYTES, ...cost } };
}

function derive(asked: Derivation, caller: string): Promise<Buffer> {
  // Members are named by their email address.
  const kind = caller.includes('@') ? 'members' : 'networks';
  const owner = kind === 'members' ? caller : widestNetworkOf(caller);
  return waiting[kind].add(owner, () => queue.add(kind, () => deriveNow(asked)));
}

async function deriveNow(asked: Derivation): Promise<Buffer> {
  const worker = idle.pop() ?? startWorker();
  worker.ref();
  worker.postMessage(asked);
  // A worker that fails has ended, and is dropped.
  const [key] = (await once(worker, 'message')) as [Uint8Array];
  // An idle worker must not keep the process alive.
  worker.unref();
  rest(worker);
  return Buffer.from(key);
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./password-worker.ts', import.meta.url));
  // A message to a worker that ended while idle would never be answered, and without a listener
  // its error would end the process.
  const drop = () => {
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
  };
  return worker.on('error', drop).on('exit', drop);
}

/** Keeps a worker for the next hash, until none was needed for some time. */
function rest(worker: Worker): void {
  idle.push(worker);
  clearTimeout(ending);
  ending = setTimeout(() => {
    for (const rested of idle.splice(0)) rested.terminate().catch(() => {});
  }, IDLE_MS).unref();
}
