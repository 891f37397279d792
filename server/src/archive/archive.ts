import { randomUUID } from 'node:crypto';
import { ARCHIVE_DAYS, type Archive, type archive } from '@kindpal/contract/archive/contract';
import { eq, lte } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdCredential } from '../account/change-password.ts';
import { proveOneself } from '../account/prove-oneself.ts';
import { dataArchive } from '../db/schema/deletion.ts';
import { requireConfirmed } from '../factor/policy.ts';
import { noteSecurityEvent } from '../security/note-security-event.ts';
import type { Services } from '../services.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { archivePath } from './archive-path.ts';
import { NEXT_AFTER_MS } from './policy.ts';

type Row = typeof dataArchive.$inferSelect;
const KEPT_MS = ARCHIVE_DAYS * 86_400_000;

/** The latest export as its member sees it; `none` without one. [X1] */
function presentArchive(row: Row | undefined, now: Date): Archive {
  const none = { state: 'none', expires_at: null, bytes: null, next_at: null } as const;
  if (!row) return none;
  const next = new Date(row.askedAt.getTime() + NEXT_AFTER_MS);
  const next_at = next > now ? next.toISOString() : null;
  const expires = row.readyAt && new Date(row.readyAt.getTime() + KEPT_MS);
  if (expires && expires > now) {
    return { state: 'ready', expires_at: expires.toISOString(), bytes: row.bytes, next_at };
  }
  return { ...none, state: row.readyAt || !next_at ? 'none' : 'making', next_at };
}

export async function getArchive({ context }: { context: MemberContext }): Promise<Archive> {
  const { services, actor } = context;
  return presentArchive(await findRow(services, actor.id), services.clock.now());
}

async function findRow({ db }: Services, memberId: string): Promise<Row | undefined> {
  const [row] = await db.drizzle.select().from(dataArchive).where(eq(dataArchive.userId, memberId));
  return row;
}

type Asking = Pick<MemberContext, 'actor' | 'services'>;

/**
 * The archive that the caller can download now, soon after proving their identity. [U10] [X1]
 * Throws NOT_FOUND, REAUTHENTICATION_NEEDED, INSUFFICIENT_AAL.
 */
export async function findReadyArchive(context: Asking): Promise<Row> {
  const { services, actor } = context;
  const row = await findRow(services, actor.id);
  if (!row || presentArchive(row, services.clock.now()).state !== 'ready') throw notFound();
  await requireConfirmed(services.db.drizzle, context);
  return row;
}

/** Throws what `findReadyArchive` does. [X1] */
export async function openArchive({ context }: { context: MemberContext }): Promise<void> {
  await findReadyArchive(context);
}

/**
 * Starts an export of the caller's data in the background and deletes the previous one. [X1]
 * Throws ARCHIVE_ASKED_TODAY, and what `proveOneself` does.
 */
export async function requestArchive({ input, context }: MemberCall<typeof archive.request>) {
  const { services, actor } = context;
  const { db, tasks, clock } = services;
  const checked = await proveOneself(context, input);
  const now = clock.now();
  const made = { id: randomUUID(), askedAt: now, readyAt: null, bytes: null };
  await db.drizzle.transaction(async (tx) => {
    // With the account locked, two concurrent requests take turns.
    await holdCredential(tx, context, checked);
    const [before] = await tx.select().from(dataArchive).where(eq(dataArchive.userId, actor.id));
    const [written] = await tx
      .insert(dataArchive)
      .values({ userId: actor.id, ...made })
      .onConflictDoUpdate({
        target: dataArchive.userId,
        set: made,
        setWhere: lte(dataArchive.askedAt, new Date(now.getTime() - NEXT_AFTER_MS)),
      })
      .returning();
    if (!written) throw refusal('ARCHIVE_ASKED_TODAY');
    if (before) await tasks.add('remove_image', { path: archivePath(before.id) }, tx);
    await noteSecurityEvent(tx, { userId: actor.id, kind: 'export_asked' }, context);
    await tasks.add('make_archive', { id: made.id }, tx);
  });
  return presentArchive({ userId: actor.id, ...made }, now);
}
