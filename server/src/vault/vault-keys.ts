import { createHash, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { keepSecret } from '../secret.ts';

/** A key of the vault; its id reveals nothing about it, and is stored with what it encrypts. */
export type VaultKey = { id: string; key: Uint8Array };

/** The encryption key, and the previous one while it is being replaced. */
export type VaultKeys = { current: VaultKey; previous: VaultKey | null };

type Given = Pick<Env, 'dataDir'> & Partial<Pick<Env, 'vaultSecret' | 'vaultSecretPrevious'>>;

/**
 * The keys of home access: VAULT_SECRET, or DATA_DIR/vault-secret, made at the first start; and
 * VAULT_SECRET_PREVIOUS or DATA_DIR/vault-secret.previous. They are used for nothing else.
 */
export function loadVaultKeys(env: Given): VaultKeys {
  const file = join(env.dataDir, 'vault-secret');
  const previous = env.vaultSecretPrevious ?? findSecret(`${file}.previous`);
  return {
    current: keyOf(env.vaultSecret ?? keepSecret(file)),
    previous: previous ? keyOf(previous) : null,
  };
}

function keyOf(secret: string): VaultKey {
  return {
    id: createHash('sha256').update(`kindpal vault id ${secret}`).digest('hex').slice(0, 16),
    key: new Uint8Array(hkdfSync('sha256', secret, '', 'kindpal vault', 32)),
  };
}

function findSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
