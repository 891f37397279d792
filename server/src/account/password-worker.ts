import { type ScryptOptions, scryptSync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** One derivation: a password in normal form, its salt, and what it is to cost. */
export type Derivation = { password: string; salt: Uint8Array; bytes: number; cost: ScryptOptions };

/** A step below the system's PRIORITY_LOW (10), a step above its lowest (19), which would starve. */
const PRIORITY = 15;

// On Linux a priority belongs to the thread: hashing takes what requests leave of the processors.
// Elsewhere it would slow the whole process.
if (process.platform === 'linux') setPriority(PRIORITY);

parentPort?.on('message', ({ password, salt, bytes, cost }: Derivation) => {
  parentPort?.postMessage(scryptSync(password, salt, bytes, cost));
});
