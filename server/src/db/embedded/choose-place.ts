import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Binaries, findBinaries, placeBinaries } from './find-binaries.ts';
import { canEnter, findOwner, getUnprivilegedUser, type RunAs } from './run-as.ts';

const systemDir = '/var/lib/kindpal';
const noteName = 'postgres-elsewhere';

/** The database's directory, its programs, and the user that runs them. */
export interface Place {
  cluster: string;
  binaries: Binaries;
  user: RunAs | null;
}

/**
 * Decides where a data directory's database lives. For a normal user it is inside. Root must run
 * it as another user; if that user can't enter the directory, the database is stored below
 * /var/lib/kindpal, and the file `postgres-elsewhere` in the data directory says so, for people
 * and the next start.
 */
export async function choosePlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const binaries = await findBinaries();
  const noted = findNote(dataDir);
  const inside = noted ?? join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) {
    refuseForeign(inside);
    return { cluster: inside, binaries, user: null };
  }

  const user = (existsSync(inside) && findOwner(inside)) || getUnprivilegedUser();
  const cluster = reachableCluster({ dataDir, inside, noted, user });
  if (cluster !== inside) {
    log(`User ${user.name} cannot enter ${dataDir}: the database is kept in ${cluster}`);
  }
  const placed = placeBinaries(binaries, user, systemDir);
  return { cluster, binaries: placed, user };
}

/** Records where the database is when it is not inside its data directory. */
export function notePlace(dataDir: string, { cluster }: Place): void {
  if (cluster === join(dataDir, 'postgres') || findNote(dataDir) !== null) return;
  writeFileSync(join(dataDir, noteName), `${cluster}\n`, { flush: true, mode: 0o600 });
}

function findNote(dataDir: string): string | null {
  const note = join(dataDir, noteName);
  if (!existsSync(note)) return null;
  const cluster = readFileSync(note, 'utf8').trim();
  if (existsSync(cluster)) return cluster;
  throw new Error(`${note} says that the database is in ${cluster}, but it is not there`);
}

function reachableCluster(from: {
  dataDir: string;
  inside: string;
  noted: string | null;
  user: RunAs;
}): string {
  if (from.noted !== null || canEnter(from.dataDir, from.user)) return from.inside;
  if (existsSync(from.inside)) {
    // Choosing another directory now would show members an empty community.
    throw new Error(`User ${from.user.name} owns ${from.inside} but cannot enter ${from.dataDir}`);
  }
  const hash = createHash('sha256').update(from.dataDir).digest('hex').slice(0, 16);
  const home = join(systemDir, hash);
  mkdirSync(home, { recursive: true });
  return join(home, 'postgres');
}

function refuseForeign(cluster: string): void {
  const uid = process.getuid?.();
  if (uid === undefined || !existsSync(cluster)) return;
  const owner = findOwner(cluster);
  if (owner?.uid === uid) return;
  throw new Error(
    `The database in ${cluster} belongs to user ${owner?.name ?? 'root'}: start Kindpal as root or as that user`,
  );
}
