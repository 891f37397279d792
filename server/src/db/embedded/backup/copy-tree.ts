import { chmod, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies a directory that may change meanwhile: vanished files are skipped, and files already
 * copied with the same size and no newer time are not copied again. Only the current user may
 * read the copy.
 */
export async function copyTree(
  from: string,
  to: string,
  skip: (path: string) => boolean = () => false,
  path = '',
): Promise<void> {
  await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`;
    if (skip(inside)) continue;
    if (entry.isDirectory()) await copyTree(from, to, skip, inside).catch(unlessVanished);
    if (entry.isFile()) await copyOne(join(from, inside), join(to, inside)).catch(unlessVanished);
  }
}

async function copyOne(from: string, to: string): Promise<void> {
  const [source, made] = [await stat(from), await stat(to).catch(() => null)];
  if (made && made.size === source.size && made.mtimeMs >= source.mtimeMs) return;
  await copyFile(from, to);
  await chmod(to, 0o600);
}

function unlessVanished(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
