import { and, eq, inArray, is, isNull, or, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { endSessions } from '../account/end-sessions.ts';
import { lockAccount } from '../account/policy.ts';
import { archivePath } from '../archive/archive-path.ts';
import type { Queries } from '../db/client.ts';
import * as accountTables from '../db/schema/account.ts';
import { acquaintances } from '../db/schema/acquaintance.ts';
import { memberBlocks } from '../db/schema/block.ts';
import { threadReads } from '../db/schema/chat.ts';
import { conversationReads } from '../db/schema/conversation.ts';
import * as deletionTables from '../db/schema/deletion.ts';
import { formDrafts } from '../db/schema/draft.ts';
import * as factorTables from '../db/schema/factor.ts';
import { memberFavorites } from '../db/schema/favorite.ts';
import { feedback } from '../db/schema/feedback.ts';
import { files } from '../db/schema/file.ts';
import { guidelineConsents } from '../db/schema/guideline.ts';
import { identityChecks } from '../db/schema/identity.ts';
import { inviteRequests, invites } from '../db/schema/invite.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import {
  busyCalendars,
  deliveries,
  notificationSettings,
  notifications,
  pushSubscriptions,
} from '../db/schema/notification.ts';
import { jobOffers } from '../db/schema/offer.ts';
import * as passkeyTables from '../db/schema/passkey.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { dataViews } from '../db/schema/privacy.ts';
import { reliability } from '../db/schema/reliability.ts';
import * as securityTables from '../db/schema/security.ts';
import * as ssoTables from '../db/schema/sso.ts';
import { homeAccess, jobAccess } from '../db/schema/vault.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { markUnused } from '../file/queries.ts';
import type { Services } from '../services.ts';
import { blankModeration } from './blank-moderation.ts';
import { blankWords } from './blank-words.ts';

const { authUser } = accountTables;
const { dataArchive, deletionRequest } = deletionTables;

/**
 * Removes everything of a member from every table, in one transaction. A row named 'Former
 * member' stays for others' content to reference. Repeating it changes nothing. [X1]
 */
export async function eraseMember(tx: Queries, services: Services, id: string): Promise<void> {
  // The member before the account, in the same order as a suspension.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  const account = await lockAccount(tx, id);
  const [asked] = await tx.select().from(deletionRequest).where(eq(deletionRequest.userId, id));
  if (!account || !asked) return;
  const archive = await findArchive(tx, id);
  await endSessions(tx, account);
  await deleteAccountRows(tx, id, account.email);
  await deleteOwnRows(tx, id);
  await blankWords(tx, id);
  await blankModeration(tx, id, services.clock.now());
  await blankMember(tx, id, services.clock.now());
  await removeFiles(tx, services, { id, archive });
}

/** Everything in the schema `auth` is one member's: ways to sign in, and records of their use. */
const AUTH_TABLES = [
  accountTables,
  deletionTables,
  factorTables,
  passkeyTables,
  securityTables,
  ssoTables,
]
  .flatMap((tables) => Object.values<unknown>(tables))
  .filter((table) => is(table, PgTable))
  .flatMap((table) => {
    const { schema: name, foreignKeys } = getTableConfig(table);
    if (name !== 'auth') return [];
    return foreignKeys.flatMap((key) => {
      const { foreignTable, columns } = key.reference();
      return foreignTable === authUser && columns[0] ? [{ table, column: columns[0] }] : [];
    });
  });

/** The rows of `auth`, and other places with the address. */
async function deleteAccountRows(tx: Queries, id: string, email: string): Promise<void> {
  for (const { table, column } of AUTH_TABLES) await tx.delete(table).where(eq(column, id));
  await tx.delete(waitlistEntries).where(sql`lower(${waitlistEntries.email}) = lower(${email})`);
  await tx
    .delete(newsletterSubscriptions)
    .where(sql`lower(${newsletterSubscriptions.email}) = lower(${email})`);
  await tx
    .update(authUser)
    .set({
      name: 'Former member',
      // Nobody can own this address, and no mail reaches it.
      email: `${id}@former-member.invalid`,
      emailVerified: false,
      phone: null,
      phoneConfirmedAt: null,
      image: null,
      updatedAt: new Date(),
    })
    .where(eq(authUser.id, id));
}

/** Rows that concern only this member. */
async function deleteOwnRows(tx: Queries, id: string): Promise<void> {
  const jobsOfOwn = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.owner_id, id));
  await tx.delete(homeAccess).where(eq(homeAccess.owner_id, id));
  await tx.delete(jobAccess).where(inArray(jobAccess.job_id, jobsOfOwn));
  await tx.delete(reliability).where(eq(reliability.member_id, id));
  await tx.delete(dataViews).where(eq(dataViews.subject_id, id));
  await tx.delete(jobOffers).where(eq(jobOffers.sitter_id, id));
  await tx.delete(petProfiles).where(eq(petProfiles.owner_id, id));
  await tx.delete(guidelineConsents).where(eq(guidelineConsents.member_id, id));
  await tx.delete(formDrafts).where(eq(formDrafts.user_id, id));
  await tx.delete(feedback).where(eq(feedback.user_id, id));
  await tx.delete(notifications).where(eq(notifications.member_id, id));
  await tx.delete(notificationSettings).where(eq(notificationSettings.member_id, id));
  await tx.delete(deliveries).where(eq(deliveries.member_id, id));
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.member_id, id));
  await tx.delete(busyCalendars).where(eq(busyCalendars.member_id, id));
  await tx.delete(threadReads).where(eq(threadReads.member_id, id));
  await tx.delete(conversationReads).where(eq(conversationReads.member_id, id));
  await tx.delete(inviteRequests).where(eq(inviteRequests.user_id, id));
  await tx.delete(invites).where(and(eq(invites.created_by, id), isNull(invites.used_by)));
  await tx
    .delete(memberFavorites)
    .where(or(eq(memberFavorites.member_id, id), eq(memberFavorites.favorite_id, id)));
  await tx
    .delete(acquaintances)
    .where(or(eq(acquaintances.member_id, id), eq(acquaintances.other_id, id)));
  await tx.delete(identityChecks).where(eq(identityChecks.member_id, id));
  await tx
    .delete(memberBlocks)
    .where(or(eq(memberBlocks.blocker_id, id), eq(memberBlocks.blocked_id, id)));
}

/** Blanks the member's own row, which remains. */
async function blankMember(tx: Queries, id: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      first_name: 'Former',
      last_name: 'member',
      username: null,
      bio: null,
      place_id: null,
      location: null,
      address: null,
      phone: null,
      profile_image_url: null,
      is_verified: false,
      last_sign_in_at: null,
      payment_links: {},
      payment_preference: null,
      hourly_rate_amount: null,
      fixed_rate_amount: null,
      availability_enabled: false,
      availability_data: null,
      services: null,
      cash_app_handle: null,
      social_links: null,
      record_note: null,
      first_contact: 'everyone',
      named_in_paths: false,
      suspended_at: sql`coalesce(${users.suspended_at}, now())`,
      erased_at: now,
    })
    .where(eq(users.id, id));
}

async function findArchive(tx: Queries, id: string): Promise<string | null> {
  const [archive] = await tx.select().from(dataArchive).where(eq(dataArchive.userId, id));
  return archive?.id ?? null;
}

/** Pictures, which nothing references any more, and an export waiting for download. */
async function removeFiles(
  tx: Queries,
  { tasks, clock }: Services,
  { id, archive }: { id: string; archive: string | null },
): Promise<void> {
  const pictures = await tx.select({ path: files.path }).from(files).where(eq(files.owner_id, id));
  for (const { path } of pictures) {
    if (await markUnused(tx, path, clock.now())) await tasks.add('remove_image', { path }, tx);
  }
  if (archive) await tasks.add('remove_image', { path: archivePath(archive) }, tx);
}
