import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseEnv } from '../env.ts';
import { makeTempDataDir, removeTempDataDir } from '../testing/make-temp-data-dir.ts';
import { loadSamlKey } from './saml-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = makeTempDataDir();
});
afterEach(() => removeTempDataDir(dataDir));

const load = () =>
  loadSamlKey({ env: parseEnv({ DATA_DIR: dataDir }), clock: { now: () => new Date() } });

test('the key for SAML providers is created once, even by several nodes at once, in a private file [U11]', async () => {
  const loaded = await Promise.all(Array.from({ length: 5 }, load));
  expect(new Set(loaded.map(({ key, cert }) => key + cert)).size).toBe(1);
  expect(statSync(join(dataDir, 'saml.pem')).mode & 0o777).toBe(0o600);
  expect(await load()).toEqual(loaded[0]);
});

test('a damaged key, or one that does not match its certificate, is an error and never replaced automatically [U11]', async () => {
  const file = join(dataDir, 'saml.pem');
  const first = await load();
  truncateSync(file, 100);
  await expect(load()).rejects.toThrow('saml.pem is damaged');
  truncateSync(file, 0);
  await expect(load()).rejects.toThrow('saml.pem is damaged');
  const elsewhere = makeTempDataDir();
  const other = await loadSamlKey({
    env: parseEnv({ DATA_DIR: elsewhere }),
    clock: { now: () => new Date() },
  });
  removeTempDataDir(elsewhere);
  writeFileSync(file, `${first.key}\n${other.cert}\n`);
  await expect(load()).rejects.toThrow('saml.pem is damaged');
  writeFileSync(file, `${first.key}\n${first.cert}\n`);
  expect(await load()).toEqual(first);
});
