import { DELETION_DAYS, type deletion } from '@kindpal/contract/deletion/contract';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext, RequestContext } from '../access/context.ts';
import { holdCredential } from '../account/password/change-password.ts';
import type { LockedAccount } from '../account/policy.ts';
import { proveOneself } from '../account/proof/prove-oneself.ts';
import { holdSession } from '../account/session/hold-session.ts';
import type { Queries } from '../db/client.ts';
import { deletionRequest } from '../db/schema/deletion.ts';
import type { Mail } from '../mail/mailer.ts';
import { deletionAskedMail } from '../mail/mails/deletion-asked.ts';
import { findTimeZone } from '../notification/queries.ts';
import { mailEvent } from '../security/mail-event.ts';
import { refusal } from '../transport/refusal.ts';
import { holdsStaffRole, listJobsInState } from './queries.ts';
import { stopDeletion } from './stop-deletion.ts';

const DAY_MS = 86_400_000;

/** When the caller's account will be deleted, and which of their jobs are in progress. [X1] */
export function getDeletion({ context }: { context: MemberContext }) {
  return findDeletion(context.services.db.drizzle, context.actor.id);
}

/** The same for a member without a session. */
export async function findDeletion(queries: Queries, memberId: string) {
  const [[asked], running_jobs] = await Promise.all([
    queries.select().from(deletionRequest).where(eq(deletionRequest.userId, memberId)),
    listJobsInState(queries, memberId, ['in_progress']),
  ]);
  return { due_at: asked?.dueAt.toISOString() ?? null, running_jobs };
}

/**
 * Requests the deletion of the caller's account, and emails how to cancel it. A second request
 * changes nothing, even a concurrent one. [X1] Throws JOB_UNDER_WAY, STAFF_ROLE_HELD, and what
 * `proveOneself` does.
 */
export async function requestDeletion({ input, context }: MemberCall<typeof deletion.request>) {
  const { env, db } = context.services;
  const checked = await proveOneself(context, input);
  const dueAt = await db.drizzle.transaction(async (tx) =>
    startDeletion(tx, context, {
      account: await holdCredential(tx, context, checked),
      sessionId: context.actor.session_id,
      mailOf: (given) => deletionAskedMail(env, given),
    }),
  );
  return { due_at: dueAt.toISOString() };
}

type Asked = {
  account: LockedAccount;
  /** The session that requests it; null for a suspended member, who has none. */
  sessionId: string | null;
  mailOf: (given: { to: string; dueAt: Date; timeZone: string | null; disown: string }) => Mail;
};

/**
 * The same for a locked account, whose member has proved their identity; returns when it is due.
 * Throws JOB_UNDER_WAY, STAFF_ROLE_HELD.
 */
export async function startDeletion(
  tx: Queries,
  context: RequestContext,
  { account, sessionId, mailOf }: Asked,
): Promise<Date> {
  const { clock } = context.services;
  if (await holdsStaffRole(tx, account.id)) throw refusal('STAFF_ROLE_HELD');
  const running = await listJobsInState(tx, account.id, ['in_progress']);
  if (running.length > 0) throw refusal('JOB_UNDER_WAY');
  const askedAt = clock.now();
  const dueAt = new Date(askedAt.getTime() + DELETION_DAYS * DAY_MS);
  const [asked] = await tx
    .insert(deletionRequest)
    .values({ userId: account.id, askedAt, dueAt, askedSessionId: sessionId })
    .onConflictDoNothing()
    .returning();
  if (!asked) {
    const [before] = await tx
      .select()
      .from(deletionRequest)
      .where(eq(deletionRequest.userId, account.id));
    return before?.dueAt ?? dueAt;
  }
  const timeZone = await findTimeZone(tx, account.id);
  await mailEvent(tx, { account, kind: 'deletion_asked' }, context, (disown) =>
    mailOf({ to: account.email, dueAt, timeZone, disown }),
  );
  return dueAt;
}

/** Cancels the deletion of the caller's account; without a request, nothing happens. [X1] */
export async function withdrawDeletion({ context }: { context: MemberContext }): Promise<void> {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    await stopDeletion(tx, context, await holdSession(tx, actor));
  });
}
