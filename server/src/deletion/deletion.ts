import { DELETION_DAYS, type deletion } from '@kindpal/contract/deletion/contract';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdCredential } from '../account/change-password.ts';
import { lockActiveAccount } from '../account/policy.ts';
import { proveOneself } from '../account/prove-oneself.ts';
import type { Queries } from '../db/client.ts';
import { deletionRequest } from '../db/schema/deletion.ts';
import { deletionAskedMail } from '../mail/mails/deletion-asked.ts';
import { mailEvent } from '../security/mail-event.ts';
import { noteSecurityEvent } from '../security/note-security-event.ts';
import { refusal } from '../transport/refusal.ts';
import { holdsStaffRole, listJobsInState } from './queries.ts';

const DAY_MS = 86_400_000;

/** When the caller's account will be deleted, and which of their jobs are in progress. [X1] */
export async function getDeletion({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const { drizzle } = services.db;
  const [[asked], running_jobs] = await Promise.all([
    drizzle.select().from(deletionRequest).where(eq(deletionRequest.userId, actor.id)),
    listJobsInState(drizzle, actor.id, ['in_progress']),
  ]);
  return { due_at: asked?.dueAt.toISOString() ?? null, running_jobs };
}

/**
 * Requests the deletion of the caller's account, and emails how to cancel it. A second request
 * changes nothing, even a concurrent one. [X1] Throws JOB_UNDER_WAY, STAFF_ROLE_HELD, and what
 * `proveOneself` does.
 */
export async function requestDeletion({ input, context }: MemberCall<typeof deletion.request>) {
  const { services, actor } = context;
  const checked = await proveOneself(context, input);
  const dueAt = await services.db.drizzle.transaction(async (tx) => {
    const account = await holdCredential(tx, context, checked);
    if (await holdsStaffRole(tx, actor.id)) throw refusal('STAFF_ROLE_HELD');
    if ((await listJobsInState(tx, actor.id, ['in_progress'])).length > 0) {
      throw refusal('JOB_UNDER_WAY');
    }
    return ask(tx, context, account);
  });
  return { due_at: dueAt.toISOString() };
}

async function ask(
  tx: Queries,
  context: MemberContext,
  account: { id: string; email: string },
): Promise<Date> {
  const { env, clock } = context.services;
  const askedAt = clock.now();
  const dueAt = new Date(askedAt.getTime() + DELETION_DAYS * DAY_MS);
  const [asked] = await tx
    .insert(deletionRequest)
    .values({ userId: account.id, askedAt, dueAt })
    .onConflictDoNothing()
    .returning();
  if (!asked) {
    const [before] = await tx
      .select()
      .from(deletionRequest)
      .where(eq(deletionRequest.userId, account.id));
    return before?.dueAt ?? dueAt;
  }
  await mailEvent(tx, { account, kind: 'deletion_asked' }, context, (disown) =>
    deletionAskedMail(env, { to: account.email, dueAt, disown }),
  );
  return dueAt;
}

/** Cancels the deletion of the caller's account; without a request, nothing happens. [X1] */
export async function withdrawDeletion({ context }: { context: MemberContext }): Promise<void> {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    if (!(await lockActiveAccount(tx, actor.id))) throw refusal('UNAUTHORIZED');
    const kept = await tx
      .delete(deletionRequest)
      .where(eq(deletionRequest.userId, actor.id))
      .returning();
    if (kept.length === 0) return;
    await noteSecurityEvent(tx, { userId: actor.id, kind: 'deletion_withdrawn' }, context);
  });
}
