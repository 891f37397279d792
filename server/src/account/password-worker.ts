import { type Argon2Parameters, argon2Sync, type ScryptOptions, scryptSync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** One derivation: argon2id for what is hashed now, scrypt for hashes of earlier releases. */
export type Derivation =
  | { kind: 'argon2id'; parameters: Argon2Parameters }
  | { kind: 'scrypt'; password: string; salt: Uint8Array; bytes: number; cost: ScryptOptions };

/** A step below the system's PRIORITY_LOW (10), a step above its lowest (19), which would starve. */
const PRIORITY = 15;

// On Linux a priority belongs to the thread: hashing takes what requests leave of the processors.
// Elsewhere it would slow the whole process.
if (process.platform === 'linux') setPriority(PRIORITY);

parentPort?.on('message', (asked: Derivation) => {
  parentPort?.postMessage(
    asked.kind === 'argon2id'
      ? argon2Sync('argon2id', asked.parameters)
      : scryptSync(asked.password, asked.salt, asked.bytes, asked.cost),
  );
});
