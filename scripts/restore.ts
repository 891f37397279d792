import { resolve } from 'node:path';
import { restoreBackup } from '../server/src/db/embedded/backup/restore-backup.ts';
import { parseEnv } from '../server/src/env.ts';

/** `npm run restore -- DIR`: restores a backup into the configured, empty data directory. */
async function main(): Promise<void> {
  const [source, ...rest] = process.argv.slice(2);
  if (!source || rest.length > 0)
    throw new Error('Name the backup directory: npm run restore -- DIR');
  const env = parseEnv(process.env);
  const dir = resolve(process.env.INIT_CWD ?? '.', source);
  const { manifest, kept } = await restoreBackup(env, dir);
  console.log(`The community of ${manifest.created_at} is in ${env.dataDir}. Start it as usual.`);
  if (manifest.images === 'bucket') console.log('Its pictures are in the bucket of STORAGE_URL.');
  if (manifest.secret === 'environment') console.log('Start it with the APP_SECRET that it had.');
  for (const database of kept) {
    console.log(`${database} is the database of a DATA_DIR that was here before: it stays.`);
  }
}

main().catch((error: Error) => {
  console.error(`Nothing was restored: ${error.message}`);
  process.exit(1);
});
