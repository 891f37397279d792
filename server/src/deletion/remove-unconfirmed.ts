import { CONFIRM_DAYS } from '@kindpal/contract/account/schema';
import { and, eq, exists, inArray, isNotNull, lt, ne, or } from 'drizzle-orm';
import { lockMembers } from '../access/hold-member.ts';
import { lockAccount } from '../account/policy.ts';
import { endSessions } from '../account/session/end-sessions.ts';
import { confirmBefore, isOverdue } from '../account/sign-up/confirmation.ts';
import { hasToConfirm } from '../account/sign-up/has-to-confirm.ts';
import { authUser } from '../db/schema/account.ts';
import { deletionRequest } from '../db/schema/deletion.ts';
import { invites } from '../db/schema/invite.ts';
import { users } from '../db/schema/member.ts';
import { userRoles } from '../db/schema/staff.ts';
import type { Services } from '../services.ts';
import { eraseMember } from './erase-member.ts';
import { holdsStaffRole } from './queries.ts';

/** How many accounts are removed per run; the next run takes the rest. */
const AT_ONCE = 200;

/**
 * Removes accounts whose address was not confirmed in time, and makes their invite usable again.
 * Without a mail server nobody is asked to confirm. [U1]
 */
export async function removeUnconfirmed(services: Services): Promise<void> {
  const { db, clock, env, log } = services;
  if (!env.smtpUrl) {
    await db.drizzle.update(authUser).set({ confirmBy: null }).where(hasToConfirm);
    return;
  }
  await postpone(services);
  const due = await db.drizzle
    .select({ id: authUser.id })
    .from(authUser)
    .where(isOverdue(clock.now()))
    .orderBy(authUser.confirmBy)
    .limit(AT_ONCE);
  for (const { id } of due) {
    try {
      await remove(services, id);
    } catch (error) {
      log.error({ err: error, member: id }, 'an unconfirmed account could not be removed');
    }
  }
}

/**
 * Gives accounts that must stay their days again: a suspended member can't confirm, and staff are
 * not removed. Both have about a week once that ends.
 */
async function postpone(services: Services): Promise<void> {
  const { db, clock } = services;
  const soon = new Date(clock.now().getTime() + (CONFIRM_DAYS - 1) * 86_400_000);
  const isSuspended = db.drizzle
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, authUser.id), isNotNull(users.suspended_at)));
  const isStaff = db.drizzle
    .select({ id: userRoles.user_id })
    .from(userRoles)
    .where(and(eq(userRoles.user_id, authUser.id), ne(userRoles.role, 'user')));
  const staying = db.drizzle
    .select({ id: authUser.id })
    .from(authUser)
    .where(
      and(hasToConfirm, lt(authUser.confirmBy, soon), or(exists(isSuspended), exists(isStaff))),
    )
    .orderBy(authUser.id)
    .for('no key update');
  await db.drizzle
    .update(authUser)
    .set({ confirmBy: confirmBefore(services) })
    .where(inArray(authUser.id, staying));
}

/**
 * In two transactions, as other deletions: after a crash in between, `eraseDueMembers` does the
 * second.
 */
async function remove(services: Services, id: string): Promise<void> {
  if (!(await closeUnconfirmed(services, id))) return;
  await services.db.drizzle.transaction((tx) => eraseMember(tx, services, id));
}

/**
 * Ends all access to the account, requests its deletion and gives the invite back, after checking
 * again under the lock: somebody may confirm at the last moment. Calls that its sessions could
 * still make would deadlock with the deletion. A trigger deletes the inviter's notification.
 */
async function closeUnconfirmed({ db, clock }: Services, id: string): Promise<boolean> {
  const now = clock.now();
  return db.drizzle.transaction(async (tx) => {
    // The member before the account, in the same order as a suspension.
    const [member] = await lockMembers(tx, [id]);
    const account = await lockAccount(tx, id);
    const [due] = await tx
      .select({ id: authUser.id })
      .from(authUser)
      .where(and(eq(authUser.id, id), isOverdue(now)));
    // A suspended member can't escape that, and get the invite back, by never confirming.
    if (!account || !due || member?.suspended_at || (await holdsStaffRole(tx, id))) return false;
    await tx
      .insert(deletionRequest)
      .values({ userId: id, askedAt: now, dueAt: now })
      .onConflictDoUpdate({ target: deletionRequest.userId, set: { dueAt: now } });
    await tx.update(users).set({ suspended_at: now }).where(eq(users.id, id));
    await endSessions(tx, account);
    await tx.update(invites).set({ used_by: null, used_at: null }).where(eq(invites.used_by, id));
    return true;
  });
}
