import { BUCKET } from '@kindpal/contract/file/rules';
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { files } from '../db/schema/file.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';

const PREFIX = `/storage/v1/object/public/${BUCKET}/`;

/** Whether a public address names an image that this member uploaded. */
export async function ownsImage(queries: Queries, ownerId: string, url: string): Promise<boolean> {
  if (!url.startsWith(PREFIX)) return false;
  const [file] = await queries
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.path, url.slice(PREFIX.length)), eq(files.owner_id, ownerId)));
  return file !== undefined;
}

/** Images older than `before` that nothing refers to, some at a time. */
export async function listOrphans(queries: Queries, before: Date): Promise<string[]> {
  const url = sql`${PREFIX} || ${files.path}`;
  const rows = await queries
    .select({ path: files.path })
    .from(files)
    .where(
      and(
        lt(files.created_at, before),
        notExists(queries.select({ one: sql`1` }).from(jobs).where(eq(jobs.pet_image_url, url))),
        notExists(
          queries.select({ one: sql`1` }).from(users).where(eq(users.profile_image_url, url)),
        ),
      ),
    )
    .limit(200);
  return rows.map((row) => row.path);
}

/** Forgets stored images. */
export async function deleteFiles(queries: Queries, paths: string[]): Promise<void> {
  await queries.delete(files).where(inArray(files.path, paths));
}
