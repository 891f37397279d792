import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Env } from './env.ts';

/**
 * The secret that signs sessions and tokens: APP_SECRET, or the one in DATA_DIR/secret, made at
 * the first start. Nodes with separate data directories must share APP_SECRET.
 */
export function loadSecret(env: Pick<Env, 'appSecret' | 'dataDir'>): string {
  return env.appSecret ?? keepSecret(join(env.dataDir, 'secret'));
}

/** Reads the secret from a file (mode 0600); makes one of 256 random bits if there is none. */
export function keepSecret(file: string): string {
  const kept = readSecret(file);
  if (kept !== null) return kept;
  keepFile(file, `${randomBytes(32).toString('hex')}\n`);
  return keepSecret(file);
}

/** Writes a private file (mode 0600) unless there is one; readers always find it complete. */
export function keepFile(file: string, content: string): void {
  makeDataDir(dirname(file));
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    // A link appears completely or not at all, and the first of two starting processes wins.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Reads a text file; null if there is none. */
export function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/**
 * Makes the data directory. Other users of this machine may enter it but not list it: when
 * Kindpal runs as root, its database runs as another user and lives below.
 */
export function makeDataDir(dir: string): void {
  if (mkdirSync(dir, { recursive: true }) !== undefined) chmodSync(dir, 0o711);
}

function readSecret(file: string): string | null {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= 32) return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  throw new Error(`The secret in ${file} is damaged: put it back, or remove it to make a new one`);
}
