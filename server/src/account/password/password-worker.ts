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

/** On a machine that is busy with other work, sign-ins must not wait for much longer. */
const LONGEST_PAUSE_MS = 50;
/** Never changes: waiting for it is a pause. */
const unchanged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

parentPort?.on('message', (asked: Derivation) => {
  const began = { at: performance.now(), cpu: process.threadCpuUsage() };
  parentPort?.postMessage(
    asked.kind === 'argon2id'
      ? argon2Sync('argon2id', asked.parameters)
      : scryptSync(asked.password, asked.salt, asked.bytes, asked.cost),
  );
  const { user, system } = process.threadCpuUsage(began.cpu);
  const waitedMs = performance.now() - began.at - (user + system) / 1000;
  // Linux lets a running thread finish its time slice of some ms, however low its priority. So a
  // hash that shared the CPU made requests wait: the next hash leaves it to them for as long.
  if (waitedMs > 0) Atomics.wait(unchanged, 0, 0, Math.min(waitedMs, LONGEST_PAUSE_MS));
});
