import { BUCKET } from '@kindpal/contract/file/rules';
import { and, eq, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { formDrafts } from '../db/schema/draft.ts';
import { files } from '../db/schema/file.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { reports } from '../db/schema/report.ts';

/** How many images one run of a scheduled task handles. */
const SOME = 200;
const PREFIX = `/storage/v1/object/public/${BUCKET}/`;

/** The path below the bucket in a public address, or null if it isn't one of ours. */
export function pathOfImage(url: string): string | null {
  return url.startsWith(PREFIX) ? url.slice(PREFIX.length) : null;
}

/**
 * Whether a public address is an image that this member uploaded. In a transaction, the image is
 * locked until its end.
 */
export async function ownsImage(queries: Queries, ownerId: string, url: string): Promise<boolean> {
  const path = pathOfImage(url);
  if (path === null) return false;
  const [file] = await queries
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.path, path), eq(files.owner_id, ownerId), isNull(files.removed_at)))
    .for('key share');
  return file !== undefined;
}

/** That nothing references an image, as a WHERE over `files`. */
const unused = (queries: Queries) => {
  const one = { one: sql`1` };
  return and(
    notExists(queries.select(one).from(jobs).where(eq(jobs.pet_image_path, files.path))),
    notExists(queries.select(one).from(users).where(eq(users.profile_image_path, files.path))),
    notExists(
      queries.select(one).from(petProfiles).where(eq(petProfiles.profile_image_path, files.path)),
    ),
    // Evidence: staff see what was reported, even if it was replaced since.
    notExists(queries.select(one).from(reports).where(eq(reports.picture_path, files.path))),
    // A draft contains the addresses of its pictures somewhere in its data.
    notExists(
      queries
        .select(one)
        .from(formDrafts)
        .where(
          and(
            eq(formDrafts.user_id, files.owner_id),
            sql`position(${files.path} in ${formDrafts.form_data}::text) > 0`,
          ),
        ),
    ),
  );
};

/**
 * Marks an image as removed unless something references it; returns whether it did. After that
 * nothing can reference it: a request that attaches an image locks this row first, until it ends.
 */
export async function markUnused(queries: Queries, path: string, at: Date): Promise<boolean> {
  const isThis = and(eq(files.path, path), isNull(files.removed_at));
  // Two statements: the second sees the changes of a writer that the first waited for.
  await queries.select({ path: files.path }).from(files).where(isThis).for('update');
  const rows = await queries
    .update(files)
    .set({ removed_at: at })
    .where(and(isThis, unused(queries)))
    .returning({ path: files.path });
  return rows.length > 0;
}

/** Images older than `before` that nothing references, in batches. */
export async function listOrphans(queries: Queries, before: Date): Promise<string[]> {
  const rows = await queries
    .select({ path: files.path })
    .from(files)
    .where(and(lt(files.created_at, before), isNull(files.removed_at), unused(queries)))
    .limit(SOME);
  return rows.map((row) => row.path);
}

/** Images that were removed before `before` and whose bytes may still be stored, in batches. */
export async function listRemoved(queries: Queries, before: Date): Promise<string[]> {
  const rows = await queries
    .select({ path: files.path })
    .from(files)
    .where(lt(files.removed_at, before))
    .limit(SOME);
  return rows.map((row) => row.path);
}

/** Deletes the row of a removed image whose bytes are gone. */
export async function deleteImageRow(queries: Queries, path: string): Promise<void> {
  await queries.delete(files).where(and(eq(files.path, path), isNotNull(files.removed_at)));
}
