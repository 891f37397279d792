import { existsSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Env } from '../../../env.ts';
import { makeDataDir } from '../../../secret.ts';
import { choosePlace, notePlace } from '../choose-place.ts';
import { findBinaries } from '../find-binaries.ts';
import { lockDataDir } from '../lock-data-dir.ts';
import { UNFINISHED } from '../unfinished-restore.ts';
import { copyTree } from './copy-tree.ts';
import {
  compareFiles,
  digestTree,
  type FileDigests,
  type Manifest,
  readManifest,
  refuseForeign,
} from './manifest.ts';

/** What was restored, and the databases of data directories that were here before. */
export type Restored = { manifest: Manifest; kept: string[] };

/**
 * Restores a backup into an empty or new data directory. The whole backup is checked before
 * anything is written, and what was written is read back. Throws one clear line.
 */
export async function restoreBackup(
  env: Pick<Env, 'dataDir' | 'databaseUrl'>,
  source: string,
): Promise<Restored> {
  if (env.databaseUrl) {
    throw new Error(
      'DATABASE_URL is set: restore your PostgreSQL with pg_restore (docs/operating.md)',
    );
  }
  const from = resolve(source);
  const manifest = await readManifest(from);
  refuseForeign(manifest, (await findBinaries()).version.split('.')[0] ?? '');
  compareFiles(from, manifest.files, await digestTree(from));

  makeDataDir(resolve(env.dataDir));
  const dataDir = realpathSync(env.dataDir);
  // Reports a running Kindpal before reporting that the directory is not empty.
  const unlock = lockDataDir('restore', dataDir);
  try {
    const kept = readdirSync(dataDir).filter((name) => name !== 'kindpal.pid');
    if (kept.length > 0) {
      throw new Error(`${dataDir} is not empty: move it away, or set another DATA_DIR`);
    }
    return { manifest, kept: await putBack(from, dataDir, manifest) };
  } finally {
    unlock();
  }
}

async function putBack(from: string, dataDir: string, manifest: Manifest): Promise<string[]> {
  const chosen = await choosePlace(dataDir, () => undefined);
  const { cluster, kept } = findFree(chosen.cluster);
  const draft = `${cluster}.unfinished`;
  const note = join(dataDir, UNFINISHED);
  writeFileSync(note, 'npm run restore was interrupted: empty this directory and run it again\n', {
    flush: true,
  });
  // Elsewhere, emptying the data directory does not remove what an interrupted restore has left.
  rmSync(draft, { recursive: true, force: true });
  await copyTree(join(from, 'postgres'), draft);
  await copyTree(join(from, 'data'), dataDir);
  compareFiles(draft, part(manifest, 'postgres/'), await digestTree(draft, { sync: true }));
  renameSync(draft, cluster);
  notePlace(dataDir, { ...chosen, cluster });
  const restored = await digestTree(dataDir, { sync: true });
  const wanted = part(manifest, 'data/');
  compareFiles(
    dataDir,
    wanted,
    Object.fromEntries(Object.entries(restored).filter(([name]) => name in wanted)),
  );
  rmSync(note);
  return kept;
}

/**
 * A directory for the database. One stored elsewhere is still there after its data directory was
 * moved away, which names it: so it stays, and the restored one gets a directory beside it.
 */
function findFree(chosen: string): { cluster: string; kept: string[] } {
  const kept: string[] = [];
  let cluster = chosen;
  while (existsSync(cluster)) {
    kept.push(cluster);
    cluster = `${chosen}-${kept.length + 1}`;
  }
  return { cluster, kept };
}

function part({ files }: Manifest, folder: string): FileDigests {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name.startsWith(folder))
      .map(([name, digest]) => [name.slice(folder.length), digest]),
  );
}
