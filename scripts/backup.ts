import { resolve } from 'node:path';
import { sizeOf, takeBackup } from '../server/src/db/embedded/backup/take-backup.ts';
import { parseEnv } from '../server/src/env.ts';

/** `npm run backup -- DIR`: backs up the configured community while it runs. */
async function main(): Promise<void> {
  const [target, ...rest] = process.argv.slice(2);
  if (!target || rest.length > 0)
    throw new Error('Name the directory to back up to: npm run backup -- DIR');
  const began = performance.now();
  const dir = resolve(process.env.INIT_CWD ?? '.', target);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => stop.abort(new Error('it was interrupted')));
  }
  const env = parseEnv(process.env);
  const { manifest, missingImages } = await takeBackup(env, dir, {
    signal: stop.signal,
    log: console.log,
  });
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (sizeOf(manifest) / 1e6).toFixed(1);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${dir}: ${rows} rows, ${megabytes} MB, read back in full; ${seconds} s.`);
  if (missingImages > 0) console.log(`${missingImages} pictures of the database have no file.`);
  if (manifest.images === 'bucket') console.log('Pictures are in the bucket: back that up too.');
  if (env.vaultSecret) console.log('VAULT_SECRET is not part of it: keep it safe.');
  if (manifest.secret === 'environment') console.log('APP_SECRET is not part of it: keep it safe.');
}

main().catch((error: Error) => {
  console.error(`No backup was made: ${error.message}`);
  process.exit(1);
});
