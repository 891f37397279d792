import { randomUUID } from 'node:crypto';
import { ARCHIVE_DAYS, type Archive, type archive } from '@kindpal/contract/archive/contract';
import { eq, lte } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext, RequestContext } from '../access/context.ts';
import { holdCredential } from '../account/password/change-password.ts';
import type { LockedAccount } from '../account/policy.ts';
import { proveOneself } from '../account/proof/prove-oneself.ts';
import type { Queries } from '../db/client.ts';
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

export function getArchive({ context }: { context: MemberContext }): Promise<Archive> {
  return findArchive(context.services, context.actor.id);
}

/** The same for a member without a session. */
export async function findArchive(services: Services, memberId: string): Promise<Archive> {
  return presentArchive(await findRow(services, memberId), services.clock.now());
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
  const row = await findReadyRow(services, actor.id);
  await requireConfirmed(services.db.drizzle, context);
  return row;
}

/** A member's archive that can be downloaded now. Throws NOT_FOUND. */
export async function findReadyRow(services: Services, memberId: string): Promise<Row> {
  const row = await findRow(services, memberId);
  if (!row || presentArchive(row, services.clock.now()).state !== 'ready') throw notFound();
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
  const checked = await proveOneself(context, input);
  return context.services.db.drizzle.transaction(async (tx) =>
    startArchive(tx, context, await holdCredential(tx, context, checked)),
  );
}

/**
 * The same for a locked account, whose member has proved their identity. The lock makes two
 * concurrent requests take turns. Throws ARCHIVE_ASKED_TODAY.
 */
export async function startArchive(
  tx: Queries,
  context: RequestContext,
  { id: userId }: LockedAccount,
): Promise<Archive> {
  const { tasks, clock } = context.services;
  const now = clock.now();
  const made = { id: randomUUID(), askedAt: now, readyAt: null, bytes: null };
  const [before] = await tx.select().from(dataArchive).where(eq(dataArchive.userId, userId));
  const [written] = await tx
    .insert(dataArchive)
    .values({ userId, ...made })
    .onConflictDoUpdate({
      target: dataArchive.userId,
      set: made,
      setWhere: lte(dataArchive.askedAt, new Date(now.getTime() - NEXT_AFTER_MS)),
    })
    .returning();
  if (!written) throw refusal('ARCHIVE_ASKED_TODAY');
  if (before) await tasks.add('remove_image', { path: archivePath(before.id) }, tx);
  await noteSecurityEvent(tx, { userId, kind: 'export_asked' }, context);
  await tasks.add('make_archive', { id: made.id }, tx);
  return presentArchive({ userId, ...made }, now);
}
