import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
 * Restores a backup into an empty or new data directory, which is marked first, so that nothing
 * starts on it if this process is killed. The whole backup is checked before anything else is
 * written, and what was written is read back. Throws one clear line.
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
  const isNew = !existsSync(env.dataDir);
  makeDataDir(resolve(env.dataDir));
  const dataDir = realpathSync(env.dataDir);
  // Reports a running Kindpal before reporting that the directory is not empty.
  const unlock = lockDataDir('restore', dataDir);
  const note = join(dataDir, UNFINISHED);
  try {
    const isMarked = existsSync(note);
    refuseFull(dataDir);
    writeFileSync(
      note,
      'npm run restore was interrupted: empty this directory and run it again\n',
      {
        flush: true,
      },
    );
    try {
      refuseForeign(manifest, (await findBinaries()).version.split('.')[0] ?? '');
      compareFiles(from, manifest.files, await digestTree(from));
    } catch (error) {
      if (!isMarked) rmSync(note);
      throw error;
    }
    const kept = await putBack(from, dataDir, manifest);
    rmSync(note);
    return { manifest, kept };
  } finally {
    unlock();
    if (isNew && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  }
}

/** A mark alone is what a restore leaves that was killed while it checked the backup. */
function refuseFull(dataDir: string): void {
  const ours = ['kindpal.pid', UNFINISHED];
  if (readdirSync(dataDir).every((name) => ours.includes(name))) return;
  throw new Error(`${dataDir} is not empty: move it away, or set another DATA_DIR`);
}

async function putBack(from: string, dataDir: string, manifest: Manifest): Promise<string[]> {
  const chosen = await choosePlace(dataDir, () => undefined);
  const { cluster, kept } = findFree(chosen.cluster);
  const draft = `${cluster}.unfinished`;
  // Elsewhere, emptying the data directory does not remove what an interrupted restore has left.
  rmSync(draft, { recursive: true, force: true });
  await copyTree(join(from, 'postgres'), draft);
  for (const empty of manifest.directories) {
    mkdirSync(join(draft, empty), { recursive: true, mode: 0o700 });
  }
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
