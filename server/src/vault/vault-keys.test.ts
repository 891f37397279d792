import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { reencryptVault } from './reencrypt-vault.ts';
import { loadVaultKeys } from './vault-keys.ts';

let kindpal: TestKindpal;
let dataDir: string;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  dataDir = mkdtempSync(join(tmpdir(), 'vault-keys-'));
});
afterAll(async () => {
  await kindpal.stop();
  rmSync(dataDir, { recursive: true });
});

const load = (given: { vaultSecret?: string; vaultSecretPrevious?: string } = {}) =>
  loadVaultKeys({ dataDir, ...given });

it('stores its own key next to the other secrets, for this user only', () => {
  const { current, previous } = load();
  expect(previous).toBeNull();
  expect(load().current).toEqual(current);
  const file = join(dataDir, 'vault-secret');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(current.id);
});

it('changes the key as the operators’ guide says, and loses nothing', async () => {
  const { services } = kindpal;
  const owner = await createMember(services.db);
  const homeWith = (vault: typeof services.vault) => {
    Object.assign(services, { vault });
    return kindpal.callerFor(owner).vault;
  };
  const old = load();
  await homeWith(old).saveHome({ alarm: '0815' });
  const file = join(dataDir, 'vault-secret');
  renameSync(file, `${file}.previous`);
  const both = load();
  expect(both.current.id).not.toBe(old.current.id);
  expect(await homeWith(both).getHome()).toMatchObject({ alarm: '0815' });
  await reencryptVault(services);
  rmSync(`${file}.previous`);
  expect(await homeWith(load()).getHome()).toMatchObject({ alarm: '0815', is_unreadable: false });
  // Without its key it is reported as lost, and can be entered again.
  expect(await homeWith(old).getHome()).toMatchObject({ alarm: '', is_unreadable: true });
  await homeWith(old).saveHome({ alarm: '0816' });
  expect(await homeWith(old).getHome()).toMatchObject({ alarm: '0816', is_unreadable: false });
});
