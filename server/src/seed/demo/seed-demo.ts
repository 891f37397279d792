import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { END_REQUEST } from '@kindpal/contract/block/contract';
import { GUIDELINES_VERSION } from '@kindpal/contract/guideline/contract';
import { eq, sql } from 'drizzle-orm';
import { hashPassword } from '../../account/password/passwords.ts';
import { openDatabase, type Queries } from '../../db/client.ts';
import { authAccount, authUser } from '../../db/schema/account.ts';
import { memberBlocks } from '../../db/schema/block.ts';
import { messages } from '../../db/schema/chat.ts';
import { jobClaims } from '../../db/schema/claim.ts';
import { conversationMessages, conversations } from '../../db/schema/conversation.ts';
import { feedback } from '../../db/schema/feedback.ts';
import { files } from '../../db/schema/file.ts';
import { guidelineConsents } from '../../db/schema/guideline.ts';
import { chatReadings, hearings } from '../../db/schema/hearing.ts';
import { identityChecks } from '../../db/schema/identity.ts';
import { inviteRequests, invites } from '../../db/schema/invite.ts';
import { jobs } from '../../db/schema/job.ts';
import { jobEvents } from '../../db/schema/job-event.ts';
import { users } from '../../db/schema/member.ts';
import { moderationDecisions } from '../../db/schema/moderation.ts';
import { newsletterSubscriptions } from '../../db/schema/newsletter.ts';
import { petProfiles } from '../../db/schema/pet.ts';
import { reports } from '../../db/schema/report.ts';
import { reviews } from '../../db/schema/review.ts';
import { adminActivityLogs, userRoles } from '../../db/schema/staff.ts';
import { waitlistEntries } from '../../db/schema/waitlist.ts';
import type { Env } from '../../env.ts';
import { openImageStore } from '../../file/image-store.ts';
import { publishDue } from '../../review/publish-due-reviews.ts';
import { loadVaultKeys } from '../../vault/vault-keys.ts';
import { createRandom } from '../random.ts';
import { freshenDemo } from './freshen-demo.ts';
import { insertAccess } from './insert-access.ts';
import { insertFavorites, insertOffers } from './insert-offers.ts';
import { PEOPLE } from './people.ts';
import { planActivity } from './plan-activity.ts';
import { type PlannedMessage, planChats } from './plan-chats.ts';
import { type ConversationsPlan, planConversations } from './plan-conversations.ts';
import { type DeskPlan, planDesk } from './plan-desk.ts';
import { planHistory } from './plan-history.ts';
import { type JobsPlan, planJobs } from './plan-jobs.ts';
import { DEMO_DOMAIN, type MembersPlan, type PlannedMember, planMembers } from './plan-members.ts';
import { type ModerationPlan, planModeration } from './plan-moderation.ts';
import { type PlannedPet, petOfJob, planPets } from './plan-pets.ts';
import { type PlannedReview, planReviews, REPLIES } from './plan-reviews.ts';
import { type Portraits, storePortraits } from './portrait-files.ts';
import { seedSecurity } from './seed-security.ts';
import { settleNotifications } from './settle-notifications.ts';

/** The password of every demo member. */
export const DEMO_PASSWORD = 'Walkies-4-all';
/** The same seed makes the same community. */
const SEED = 20_260_712;
const MARKER = 'demo-community';

type Place = Pick<Env, 'mode' | 'dataDir' | 'storageUrl'> &
  Partial<Pick<Env, 'vaultSecret' | 'vaultSecretPrevious'>>;

/** The time that this directory's demo is relative to, or null. */
export function findDemoMoment({ dataDir }: Pick<Env, 'dataDir'>): Date | null {
  const file = join(dataDir, MARKER);
  return existsSync(file) ? new Date(readFileSync(file, 'utf8').trim()) : null;
}

/** Whether there is a demo whose times are from today. */
export function isDemoFresh(env: Pick<Env, 'dataDir'>, now = new Date()): boolean {
  const moment = findDemoMoment(env);
  return moment !== null && now.getTime() - moment.getTime() < 86_400_000;
}

/** Stores the time that all times are relative to. */
function noteMoment({ dataDir }: Pick<Env, 'dataDir'>, moment: Date): void {
  const file = join(dataDir, MARKER);
  writeFileSync(file, `${moment.toISOString()}\n`, { mode: 0o600 });
  // A file of an earlier release keeps its mode when it is overwritten.
  chmodSync(file, 0o600);
}

/** Creates the demo community if there is none, and moves an old one to today. */
export async function prepareDemo(env: Place, databaseUrl: string, now = new Date()) {
  const moment = findDemoMoment(env);
  if (moment === null) {
    await seedDemo(env, databaseUrl, now);
    return noteMoment(env, now);
  }
  const days = await freshenDemo(databaseUrl, moment, now);
  noteMoment(env, new Date(moment.getTime() + days * 86_400_000));
}

/**
 * Fills an empty, migrated database with the demo community, in one transaction through the real
 * tables. Throws when there are other members, or outside of demo mode.
 */
export async function seedDemo(env: Place, databaseUrl: string, now = new Date()): Promise<void> {
  if (env.mode !== 'demo') throw new Error('The demo community is for KINDPAL_MODE=demo only');
  const db = openDatabase(databaseUrl, { size: 1 });
  try {
    const random = createRandom(SEED);
    const people = planMembers(random, now);
    if ((await whoIsThere(db.drizzle, people)) === 'nobody') {
      const { members } = people;
      const portraits = await storePortraits(await openImageStore(env), { random, members });
      const plan = planJobs({ random, now, members, images: portraits.urls });
      const chats = planChats(plan, { random, now, members });
      const talks = planConversations({ random, now, members });
      const pets = planPets({ random, members, images: portraits.urls });
      const activity = planActivity({ random, now, ...people, jobs: plan.jobs });
      const password = await hashPassword(DEMO_PASSWORD, '127.0.0.1');
      await db.drizzle.transaction(async (tx) => {
        await insertPeople(tx, people, password);
        await insertJobs(tx, plan, { portraits, pets });
        const admin = people.roles.find(({ role }) => role === 'admin')?.user_id as string;
        await insertAccess(tx, plan, { vault: loadVaultKeys(env), now, admin });
        await insertReviews(tx, planReviews(plan, now), now);
        await insertChats(tx, chats, now);
        await insertConversations(tx, talks);
        await tx.insert(adminActivityLogs).values(activity);
        await insertDesk(tx, planDesk(now, members));
        await insertModeration(tx, planModeration({ random, now, people, plan }));
        await insertEnding(tx, plan, { members, now });
        await settleNotifications(tx, now);
        await insertBlock(tx, members, now);
        await insertFavorites(tx, { members, now });
        await insertOffers(tx, plan, { members, now });
        const ids = members.flatMap(({ id }) => (id ? [id] : []));
        await seedSecurity(tx, ids, now);
      });
    }
  } finally {
    await db.close();
  }
}

/** A crash may have left the community without its marker; other members are never overwritten. */
async function whoIsThere(queries: Queries, { members }: MembersPlan): Promise<'nobody' | 'demo'> {
  const rows = await queries.select({ id: users.id }).from(users).limit(1_000);
  if (rows.length === 0) return 'nobody';
  if (rows.some(({ id }) => id === members[0]?.id)) return 'demo';
  throw new Error('This database already holds another community: the demo does not change it');
}

async function insertPeople(
  tx: Queries,
  { members, invites: codes, roles, identityChecks: checks }: MembersPlan,
  password: string,
): Promise<void> {
  await tx.insert(authUser).values(
    members.map(({ id, name, email, created_at }) => ({
      ...{ id, name, email, emailVerified: true },
      emailVerifiedAt: created_at ?? null,
    })),
  );
  await tx
    .insert(authAccount)
    .values(
      members.map(({ id }) => ({ accountId: id, providerId: 'credential', userId: id, password })),
    );
  await tx.insert(users).values(members.map(({ name: _, email: __, ...member }) => member));
  await tx.insert(userRoles).values(roles);
  await tx
    .insert(guidelineConsents)
    .values(members.map(({ id }) => ({ member_id: id, version: GUIDELINES_VERSION })));
  await tx.insert(invites).values(codes);
  await tx.insert(identityChecks).values(checks);
}

async function insertJobs(
  tx: Queries,
  plan: JobsPlan,
  { portraits, pets }: { portraits: Portraits; pets: PlannedPet[] },
): Promise<void> {
  await tx.insert(files).values(portraits.rows);
  for (const [id, profile_image_url] of portraits.photos) {
    await tx.update(users).set({ profile_image_url }).where(eq(users.id, id));
  }
  await tx.insert(petProfiles).values(pets);
  await tx.insert(jobs).values(plan.jobs.map((job) => ({ ...job, pet_id: petOfJob(job, pets) })));
  await tx.insert(jobClaims).values(plan.claims);
  await tx.insert(jobEvents).values(planHistory(plan));
}

/**
 * The chats of claims. Authors have read what came before, and nobody leaves a message unread for
 * two days.
 */
async function insertChats(tx: Queries, chats: PlannedMessage[], now: Date): Promise<void> {
  await tx.insert(messages).values(chats);
  const old = new Date(now.getTime() - 2 * 86_400_000);
  await tx.execute(sql`INSERT INTO thread_reads (claim_id, member_id, last_seq)
    SELECT message.claim_id, participant.id, max(message.seq)
    FROM messages message
    JOIN job_claims claim ON claim.id = message.claim_id
    JOIN jobs job ON job.id = claim.job_id
    CROSS JOIN LATERAL (VALUES (job.owner_id), (claim.sitter_id)) participant (id)
    WHERE message.sender_id = participant.id OR message.created_at < ${old.toISOString()}
    GROUP BY message.claim_id, participant.id`);
}

/** Publishes reviews whose 14 days are over, and replies to some of the published ones. */
async function insertReviews(tx: Queries, planned: PlannedReview[], now: Date): Promise<void> {
  await tx.insert(reviews).values(planned);
  await publishDue(tx, now);
  const replies = sql`(${sql.raw(`'{${REPLIES.map((reply) => `"${reply}"`).join(',')}}'::text[]`)})`;
  await tx.execute(sql`UPDATE reviews SET replied_at = published_at,
      reply = ${replies}[CASE WHEN rating < 4 THEN 3 ELSE 1 + (rating + length(text)) % 2 END]
    WHERE published_at IS NOT NULL AND text <> '' AND length(text) % 3 = 1`);
}

async function insertDesk(tx: Queries, desk: DeskPlan): Promise<void> {
  await tx.insert(feedback).values(desk.feedback);
  await tx.insert(inviteRequests).values(desk.requests);
  await tx.insert(waitlistEntries).values(desk.waitlist);
  await tx.insert(newsletterSubscriptions).values(desk.readers);
}

/**
 * Reports, questions about them, decisions and appeals, and the conversation that two of them
 * concern.
 */
async function insertModeration(tx: Queries, plan: ModerationPlan): Promise<void> {
  await tx.insert(conversations).values(plan.conversation).onConflictDoNothing();
  await tx.insert(conversationMessages).values(plan.messages);
  await tx.insert(moderationDecisions).values(plan.decisions);
  await tx.insert(reports).values(plan.reports);
  await tx.insert(hearings).values(plan.hearings);
  await tx.insert(chatReadings).values(plan.readings);
  const { id, at } = plan.suspended;
  await tx.update(users).set({ suspended_at: at, last_sign_in_at: at }).where(eq(users.id, id));
}

/** Two of the newest members, without printed sign-ins, have a block between them. */
async function insertBlock(tx: Queries, members: PlannedMember[], now: Date): Promise<void> {
  const [blocked, blocker] = members.slice(-2);
  if (!blocked?.id || !blocker?.id) return;
  const created_at = new Date(now.getTime() - 9 * 86_400_000);
  await tx
    .insert(memberBlocks)
    .values({ blocker_id: blocker.id, blocked_id: blocked.id, created_at });
}

/** An owner has blocked the sitter who holds their job, and asks our team to end it. [S4] */
async function insertEnding(
  tx: Queries,
  { jobs, claims }: JobsPlan,
  { members, now }: { members: PlannedMember[]; now: Date },
): Promise<void> {
  // Nobody signs in as these: the others keep who they deal with.
  const others = new Set(
    members.flatMap(({ id, email }) =>
      id && !/^(owner|sitter|both|admin|super)/.test(email) ? [id] : [],
    ),
  );
  const held = claims.find(({ job_id, sitter_id, ended_at }) => {
    const job = jobs.find(({ id }) => id === job_id);
    return (
      !ended_at && job?.status === 'claimed' && others.has(job.owner_id) && others.has(sitter_id)
    );
  });
  const job = jobs.find(({ id }) => id === held?.job_id);
  if (!held || !job) return;
  const created_at = new Date(now.getTime() - 4 * 3_600_000);
  const block = { blocker_id: job.owner_id, blocked_id: held.sitter_id };
  await tx.insert(memberBlocks).values({ ...block, created_at });
  await tx.insert(feedback).values({
    ...{ user_id: job.owner_id, job_id: job.id, topic: 'end_job', wants_follow_up: true },
    ...{ message: END_REQUEST, created_at },
  });
}

async function insertConversations(
  tx: Queries,
  { readers, ...talks }: ConversationsPlan,
): Promise<void> {
  await tx.insert(conversations).values(talks.conversations);
  await tx.insert(conversationMessages).values(talks.messages);
  for (const { conversation_id, member_id } of readers) {
    await tx.execute(sql`INSERT INTO conversation_reads (conversation_id, member_id, last_seq)
      SELECT ${conversation_id}, ${member_id}, max(seq) FROM conversation_messages
      WHERE conversation_id = ${conversation_id}`);
  }
}

/** The printed sign-ins: email and role. */
export function demoSignIns(): { email: string; who: string }[] {
  return PEOPLE.filter(({ sign_in }) => sign_in).map(({ sign_in, name, role, app_role }) => ({
    email: `${sign_in}@${DEMO_DOMAIN}`,
    who: `${name}, ${app_role?.replace('_', ' ') ?? role.replace('_', ' ').replace('both', 'owner and sitter')}`,
  }));
}
