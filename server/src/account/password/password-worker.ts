import { type Argon2Parameters, argon2Sync, type ScryptOptions, scryptSync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** A key derivation: argon2id for new hashes, scrypt for hashes of earlier releases. */
export type Derivation =
  | { kind: 'argon2id'; parameters: Argon2Parameters }
  | { kind: 'scrypt'; password: string; salt: Uint8Array; bytes: number; cost: ScryptOptions };

/** Below the system's PRIORITY_LOW (10), but above the lowest (19), which would starve. */
const PRIORITY = 15;

// On Linux, priority is per thread: hashing only uses CPU time that requests leave. Elsewhere it
// would slow the whole process.
if (process.platform === 'linux') setPriority(PRIORITY);

parentPort?.on('message', (asked: Derivation) => {
  parentPort?.postMessage(
    asked.kind === 'argon2id'
      ? argon2Sync('argon2id', asked.parameters)
      : scryptSync(asked.password, asked.salt, asked.bytes, asked.cost),
  );
});
