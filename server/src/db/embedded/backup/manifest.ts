import { createHash } from 'node:crypto';
import { open, readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import journal from '../../migrations/meta/_journal.json' with { type: 'json' };

/** Whether a path stays in the directory that it is joined to. */
const isBelow = (path: string) => !isAbsolute(path) && !path.split(/[\\/]/).includes('..');

/** The description of a backup, in its file backup.json. */
const manifestSchema = z.object({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  /** The database files only work with the same PostgreSQL on the same kind of machine. */
  postgres: z.string(),
  machine: z.string(),
  /** The last applied migration, by its creation time. */
  migration: z.number(),
  /** Where pictures were stored: a bucket is not part of a backup. */
  images: z.enum(['folder', 'bucket']),
  /** Where the secret was stored: one in the environment is not part of a backup. */
  secret: z.enum(['file', 'environment']),
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  /** The empty directories of the database, which many programs leave out of a copy. */
  directories: z.array(z.string().refine(isBelow)).default([]),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type FileDigests = Manifest['files'];

export const MANIFEST = 'backup.json';

/** The kind of this machine. */
export const thisMachine = () => `${process.platform}-${process.arch}`;

/** Reads every file below a directory; with `sync`, after flushing it to disk. */
export async function digestTree(
  dir: string,
  { sync = false }: { sync?: boolean } = {},
): Promise<FileDigests> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const found: FileDigests = {};
  // Several at once, because most of the time on a slow disk is waiting.
  const take = async () => {
    for (let path = paths.pop(); path; path = paths.pop()) {
      const name = path.slice(dir.length + 1).replaceAll('\\', '/');
      if (name !== MANIFEST) found[name] = await digestFile(path, sync);
    }
  };
  await Promise.all(Array.from({ length: 16 }, take));
  return found;
}

/** The empty directories below one. */
export async function listEmpty(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const filled = new Set(entries.map(({ parentPath }) => parentPath));
  return entries
    .filter((one) => one.isDirectory() && !filled.has(join(one.parentPath, one.name)))
    .map((one) => join(one.parentPath, one.name).slice(dir.length + 1));
}

async function digestFile(path: string, sync: boolean): Promise<FileDigests[string]> {
  const file = await open(path, sync ? 'r+' : 'r');
  try {
    if (sync) await file.sync();
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, start: 0 })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** Reads the description of a backup. Throws one line if it is incomplete. */
export async function readManifest(dir: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(dir, MANIFEST), 'utf8');
  } catch {
    throw new Error(`${dir} holds no backup: it has no readable ${MANIFEST}`);
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`The backup in ${dir} is damaged: ${MANIFEST} cannot be read`);
  }
}

/** Compares files with their recorded digests. Throws one line with the first difference. */
export function compareFiles(dir: string, noted: FileDigests, found: FileDigests): void {
  const damaged = (what: string) => new Error(`The backup in ${dir} is damaged: ${what}`);
  for (const [name, { bytes, sha256 }] of Object.entries(noted)) {
    const file = found[name];
    if (!file) throw damaged(`${name} is missing`);
    if (file.bytes !== bytes || file.sha256 !== sha256) throw damaged(`${name} has changed`);
  }
  const extra = Object.keys(found).find((name) => !(name in noted));
  if (extra) throw damaged(`${extra} is not part of it`);
}

/** Throws one line if this release, on this machine, can't use a backup. */
export function refuseForeign(manifest: Manifest, postgres: string): void {
  if (manifest.postgres !== postgres) {
    throw new Error(
      `The backup is of PostgreSQL ${manifest.postgres}, but this Kindpal brings ${postgres}`,
    );
  }
  if (manifest.machine !== thisMachine()) {
    throw new Error(`The backup was made on ${manifest.machine} and does not fit ${thisMachine()}`);
  }
  if (!journal.entries.some(({ when }) => when === manifest.migration)) {
    throw new Error('The backup is of another, probably newer release of Kindpal');
  }
}
