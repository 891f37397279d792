import { and, eq, getTableName, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockMembers } from '../access/hold-member.ts';
import { type LockedAccount, lockAccount } from '../account/policy.ts';
import { endSessions } from '../account/session/end-sessions.ts';
import { archivePath } from '../archive/archive-path.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { messages } from '../db/schema/chat.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { conversationMessages, conversations } from '../db/schema/conversation.ts';
import { dataArchive, deletionRequest } from '../db/schema/deletion.ts';
import { feedback } from '../db/schema/feedback.ts';
import { files } from '../db/schema/file.ts';
import { hearings } from '../db/schema/hearing.ts';
import { invites } from '../db/schema/invite.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import { reports } from '../db/schema/report.ts';
import { reviews } from '../db/schema/review.ts';
import { jobAccess } from '../db/schema/vault.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { markUnused } from '../file/queries.ts';
import type { Services } from '../services.ts';
import { blankModeration } from './blank-moderation.ts';
import { blankWords } from './blank-words.ts';
import { listAddresses } from './queries.ts';
import { queueMailRemoval } from './remove-stored-mails.ts';

/**
 * The tables whose rows stay, because others need them; the member's texts in them are blanked.
 * Other rows that would be deleted with their member are: a new table needs nothing here.
 */
const STAYS = [
  users,
  jobs,
  jobClaims,
  messages,
  conversations,
  conversationMessages,
  reviews,
  moderationDecisions,
  reports,
  hearings,
].map(getTableName);

/**
 * Removes everything of a member from every table, in one transaction, which queues the removal of
 * their files. A row named 'Former member' stays for others' content to reference. Repeating it
 * changes nothing. [X1]
 */
export async function eraseMember(tx: Queries, services: Services, id: string): Promise<void> {
  await lockWhatOthersHold(tx, id);
  // The member before the account, in the same order as a suspension.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  const account = await lockAccount(tx, id);
  const [asked] = await tx.select().from(deletionRequest).where(eq(deletionRequest.userId, id));
  if (!account || !asked) return;
  const archive = await findArchive(tx, id);
  const addresses = await listAddresses(tx, account);
  await endSessions(tx, account);
  await deleteOwnRows(tx, id);
  await blankAccount(tx, account);
  await blankWords(tx, id);
  await blankModeration(tx, id, services.clock.now());
  await blankMember(tx, id, services.clock.now());
  await removeFiles(tx, services, { id, archive });
  await queueMailRemoval(tx, services, { id, addresses });
}

/**
 * Locks what others may hold while they store something that refers to the member: they would
 * deadlock with a deletion that locks the member's row first. It locks in their order: members
 * (weakly, as staff who decide about one), jobs, claims, reviews, reports, the rest.
 */
async function lockWhatOthersHold(tx: Queries, id: string): Promise<void> {
  await lockMembers(tx, [id]);
  const claimed = tx
    .select({ id: jobClaims.job_id })
    .from(jobClaims)
    .where(eq(jobClaims.sitter_id, id));
  const held = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(or(eq(jobs.owner_id, id), inArray(jobs.id, claimed)))
    .orderBy(jobs.id)
    .for('no key update');
  const ids = sql.param(held.map((job) => job.id));
  await tx.execute(sql`SELECT FROM job_claims WHERE job_id = ANY (${ids}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`);
  await tx.execute(sql`SELECT FROM reviews WHERE ${id} IN (reviewer_id, reviewee_id)
    ORDER BY id FOR NO KEY UPDATE`);
  const ofReport = sql`(${id} IN (reporter_id, member_id)
    OR (signal = 'blocks' AND facts @> array[${id}::uuid]))`;
  await tx.execute(sql`SELECT FROM reports WHERE ${ofReport} ORDER BY id FOR NO KEY UPDATE`);
  await tx.execute(sql`SELECT FROM chat_readings
    WHERE report_id IN (SELECT id FROM reports WHERE ${ofReport}) ORDER BY id FOR NO KEY UPDATE`);
  // Before the member's notifications, of which an invite that is given back deletes one.
  await tx.execute(sql`SELECT FROM invites WHERE created_by = ${id} ORDER BY id FOR UPDATE`);
  await lockOwnRows(tx, id);
  await tx.select({ id: feedback.id }).from(feedback).where(eq(feedback.user_id, id)).for('update');
}

/**
 * Locks what is deleted with the member. A row may belong to two members, such as a block: each
 * table is read once, in the order of its key.
 */
async function lockOwnRows(tx: Queries, id: string): Promise<void> {
  const tables = Map.groupBy(await listOwnColumns(tx, ['users']), ({ table }) => table);
  for (const [table, columns] of tables) {
    const isOwn = columns.map(({ column }) => sql`${sql.raw(column)} = ${id}`);
    await tx.execute(sql`SELECT FROM ${sql.raw(table)} WHERE ${sql.join(isOwn, sql` OR `)}
      ORDER BY ${sql.raw(columns[0]?.key ?? '')} FOR UPDATE`);
  }
  await tx.execute(sql`SELECT FROM job_access
    WHERE job_id IN (SELECT id FROM jobs WHERE owner_id = ${id}) ORDER BY job_id FOR UPDATE`);
}

/**
 * Other places with the member's address, and the account's own row, which remains. What the
 * mailbox of an address confirmed that the account did not stays: it may be somebody else's.
 */
async function blankAccount(tx: Queries, account: LockedAccount): Promise<void> {
  const { id, email, hasToConfirm } = account;
  for (const table of [waitlistEntries, newsletterSubscriptions]) {
    const isOwn = hasToConfirm ? isNull(table.confirmed_at) : undefined;
    await tx.delete(table).where(and(sql`lower(${table.email}) = lower(${email})`, isOwn));
  }
  await tx
    .update(authUser)
    .set({
      name: 'Former member',
      // Nobody can own this address, and no mail reaches it.
      email: `${id}@former-member.invalid`,
      emailVerified: false,
      confirmBy: null,
      phone: null,
      phoneConfirmedAt: null,
      image: null,
      updatedAt: new Date(),
    })
    .where(eq(authUser.id, id));
}

const keysSchema = z.array(z.object({ table: z.string(), column: z.string(), key: z.string() }));

/**
 * The columns by which rows belong to a member, so that PostgreSQL would delete them with one, and
 * the primary keys of their tables.
 */
async function listOwnColumns(tx: Queries, members: string[]) {
  const { rows } = await tx.execute(sql`
    SELECT conrelid::regclass::text AS table, format('%I', attname) AS column, (
      SELECT string_agg(format('%I', part.attname), ', ' ORDER BY place)
      FROM pg_constraint own, unnest(own.conkey) WITH ORDINALITY AS keys (number, place)
      JOIN pg_attribute part ON part.attrelid = conrelid AND part.attnum = number
      WHERE own.contype = 'p' AND own.conrelid = owned.conrelid) AS key
    FROM pg_constraint owned JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confdeltype = 'c' AND conparentid = 0
      AND confrelid = ANY (${sql.param(members)}::regclass[])
      AND conrelid::regclass::text NOT IN ${STAYS}
    ORDER BY 1, 2`);
  return keysSchema.parse(rows);
}

/**
 * Rows that concern only this member. Their row in `users` stays, so nothing cascades from it:
 * this deletes what PostgreSQL would.
 */
async function deleteOwnRows(tx: Queries, id: string): Promise<void> {
  for (const { table, column } of await listOwnColumns(tx, ['users', 'auth."user"'])) {
    await tx.execute(sql`DELETE FROM ${sql.raw(table)} WHERE ${sql.raw(column)} = ${id}`);
  }
  const jobsOfOwn = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.owner_id, id));
  await tx.delete(jobAccess).where(inArray(jobAccess.job_id, jobsOfOwn));
  // Those of visitors have no member, and a used invite is part of how others joined.
  await tx.delete(feedback).where(eq(feedback.user_id, id));
  await tx.delete(invites).where(and(eq(invites.created_by, id), isNull(invites.used_by)));
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
