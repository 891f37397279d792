import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Queries } from '../../db/client.ts';
import { authAccount, authSession } from '../../db/schema/account.ts';
import { memberBlocks } from '../../db/schema/block.ts';
import { messages } from '../../db/schema/chat.ts';
import { jobClaims } from '../../db/schema/claim.ts';
import { conversationMessages, conversations } from '../../db/schema/conversation.ts';
import { factor, recoveryCode } from '../../db/schema/factor.ts';
import { chatReadings, hearings } from '../../db/schema/hearing.ts';
import { inviteRequests, invites } from '../../db/schema/invite.ts';
import type { jobs } from '../../db/schema/job.ts';
import { jobEvents } from '../../db/schema/job-event.ts';
import type { users } from '../../db/schema/member.ts';
import { moderationDecisions } from '../../db/schema/moderation.ts';
import { pushSubscriptions } from '../../db/schema/notification.ts';
import { jobOffers } from '../../db/schema/offer.ts';
import { passkey } from '../../db/schema/passkey.ts';
import { petProfiles } from '../../db/schema/pet.ts';
import { reports } from '../../db/schema/report.ts';
import { reviews } from '../../db/schema/review.ts';
import { hashCode } from '../../factor/recovery-codes.ts';
import { makeInviteCode } from '../../invite/generate-invite.ts';
import { getHead } from '../../live/event-log.ts';
import { sealPosition } from '../../live/sealed-position.ts';
import { makeLinkToken } from '../../mail/mailed-link.ts';
import { accountToken, suspensionToken } from '../../moderation/suspension-link.ts';
import { noteDelivery } from '../../notification/delivery/note-delivery.ts';
import { CALENDAR_FEED, MAILED_SETTINGS } from '../../notification/policy.ts';
import { getPushKeys } from '../../notification/push/push-keys.ts';
import { getLinkId, writeSettings } from '../../notification/queries.ts';
import { type ChallengeOwner, keepChallenge } from '../../passkey/challenges.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../../staff/activity/record-activity.ts';
import {
  createClaim,
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../factories.ts';
import { loadSamples } from '../load-samples.ts';
import { MAPLEWOOD } from '../sample-places.ts';
import { type Member, phoneOf } from './people.ts';

/** The owner's; its hash is valid for one account only. */
const RECOVERY_CODE = 'k3m9q7rtx2vwb8nd';

/** What everybody in the matrix acts on: members, and the owner's jobs in every state. */
export type Scene = Awaited<ReturnType<typeof setScene>>;

/**
 * Adds a feature's rows to a scene, with a private text in each that only `secrets` of the same
 * file names. What it returns is part of the scene for the feature's own requests (`FeatureRows`).
 */
export type FillScene<Own extends object = object> = (
  services: Services,
  scene: Cast & Awaited<ReturnType<typeof createJobs>> & { pet: string },
) => Promise<Own>;

/**
 * Creates a scene; no field is left empty, so that any leak is noticed. Rows that others need are
 * created here, the rest by the features' own samples.
 */
export async function setScene(services: Services) {
  const { history, tx, id } = await getHead(services.db);
  const members = await createMembers(services);
  const pet = await createPet(services, members.owner);
  const proved = await createFactors(services, members);
  const work = await createJobs(services, { ...members, pet });
  const conversation = await createDirectChat(services, { ...members, ...work });
  const request = await createRequest(services, members);
  const said = await createReviews(services, { ...members, ...work });
  const { owner, past, stranger, suspended, blocked } = members;
  await createPastClaim(services, { owner, past });
  // Nobody else may learn of these blocks; a suspended member is invisible anyway.
  await services.db.drizzle.insert(memberBlocks).values([
    { blocker_id: stranger.id, blocked_id: suspended.id },
    { blocker_id: owner.id, blocked_id: blocked.id },
  ]);
  const desk = await createDesk(services, members);
  const own: object[] = [];
  for (const { fillScene } of await loadSamples<{ fillScene: FillScene }>()) {
    if (fillScene) own.push(await fillScene(services, { ...members, ...work, pet }));
  }
  const told = await createNotifications(services, members.owner);
  // Only its bytes are read.
  await services.images.put('owner.webp', Buffer.from('a picture'));
  const decided = await createDecisions(services, { ...members, ...work });
  await keepRecent(services);
  /** The position that a stream has if it received everything before. */
  // A visitor's counts for a minute only, and the matrix takes longer.
  const sentAt = Date.now() + 60 * 60 * 1000;
  // `keepRecent` changes when the event at this position was written.
  const position = { tx, id, at: 0 };
  const before = sealPosition(services.secret, history, { position, sentAt });
  const scene = {
    ...{ ...members, ...proved, pet, ...work, conversation, request },
    ...{ ...said, ...desk, ...told, ...decided, before },
  };
  return Object.assign(scene, ...own) as typeof scene;
}

/** For visitors only one minute is replayed: on a busy machine, events would be older by then. */
export async function keepRecent({ db, live }: Services): Promise<void> {
  await db.pool.query(`UPDATE change_events SET created_at = now() + interval '1 hour'
    WHERE created_at < now() + interval '30 minutes'`);
  // The hub takes the event at its position, which has another time now, for a lost one: it ends
  // all streams, before any that comes later.
  live.wake();
  await vi.waitFor(
    async () => {
      const { tx, id, at } = await getHead(db);
      expect(live.position()).toEqual({ tx, id, at });
    },
    { timeout: 10_000, interval: 5 },
  );
}

type Cast = Record<Member, TestMember>;

async function createMembers({ db }: Services): Promise<Record<Member, TestMember>> {
  const sitter = { role: 'pet_sitter' as const, services: ['dog_walking' as const] };
  const create = (
    name: Member,
    given: Partial<typeof users.$inferInsert> = {},
    app_role?: 'admin' | 'super_admin',
  ) =>
    createMember(db, {
      bio: `All there is to say about the ${name}`,
      ...MAPLEWOOD,
      address: `Blue door of the ${name}`,
      phone: phoneOf(name),
      cash_app_handle: `$${name}`,
      availability_data: {
        // Shorter than any job, so that none of them fits, whatever day this runs.
        weeklySchedule: { monday: [{ start: '09:00', end: '10:00' }] },
        unavailableDateRanges: [{ start: '2099-01-01', end: '2099-01-02' }],
      },
      payment_links: {
        main: { service: 'PayPal', url: `https://paypal.me/${name}`, username: name },
      },
      payment_preference: 'hourly_rate',
      hourly_rate_amount: 20,
      profile_image_url: `/storage/v1/object/public/profile-images/${name}.webp`,
      last_sign_in_at: new Date(),
      ...given,
      ...(app_role ? { app_role } : {}),
    });
  // One after the other: lists show them by their age.
  return {
    stranger: await create('stranger'),
    owner: await create('owner'),
    claimant: await create('claimant', sitter),
    former: await create('former', sitter),
    past: await create('past', sitter),
    sitter: await create('sitter', sitter),
    blocked: await create('blocked', sitter),
    reported: await create('reported', sitter),
    suspended: await create('suspended', { ...sitter, suspended_at: new Date() }),
    admin: await create('admin', {}, 'admin'),
    super_admin: await create('super_admin', {}, 'super_admin'),
  };
}

/**
 * The owner's second factor, recovery code, passkey with challenges and outside identity, and
 * sessions of the super admin without a second factor. [U13]
 */
async function createFactors({ db: { drizzle } }: Services, { owner, super_admin }: Cast) {
  const [own] = await drizzle
    .insert(factor)
    .values({
      userId: owner.id,
      factorType: 'totp',
      friendlyName: 'Phone of the owner',
      status: 'verified',
      sealedSecret: 'Sealed secret of a factor',
    })
    .returning({ id: factor.id });
  const recovery_code = RECOVERY_CODE;
  const codeHash = hashCode(owner.id, recovery_code);
  await drizzle.insert(recoveryCode).values({ userId: owner.id, codeHash });
  const [key] = await drizzle
    .insert(passkey)
    .values({
      userId: owner.id,
      friendlyName: 'Laptop of the owner',
      credentialId: `credential-of-${owner.id}`,
      publicKey: Buffer.from('key'),
      counter: 0,
      // A new one proves nothing yet.
      createdAt: new Date(Date.now() - 100 * 3_600_000),
    })
    .returning({ id: passkey.id });
  const [outside] = await drizzle
    .insert(authAccount)
    .values({
      userId: owner.id,
      providerId: 'work',
      issuer: 'https://id.example',
      accountId: owner.id,
      email: 'elsewhere-the-same@example.org',
    })
    .returning({ id: authAccount.id });
  const start = async (awaitsFactor: boolean): Promise<TestMember> => {
    const session_id = randomUUID();
    const token = `${randomUUID()}${randomUUID()}`;
    const expiresAt = new Date(Date.now() + 86_400_000);
    const userId = super_admin.id;
    await drizzle.insert(authSession).values({
      ...{ id: session_id, token, userId, awaitsFactor, expiresAt },
      confirmedAt: sql`now()`,
    });
    return { ...super_admin, session_id, credential: { by: 'token', value: token } };
  };
  const identity_id = outside?.id ?? '';
  const ids = { factor_id: own?.id ?? '', passkey_id: key?.id ?? '', identity_id };
  const challenges = await createChallenges(drizzle, owner);
  return {
    ...ids,
    recovery_code,
    challenges,
    halfway: await start(true),
    unproved: await start(false),
  };
}

/** An open challenge of each kind for the owner's passkey. */
async function createChallenges(drizzle: Queries, { session_id: sessionId }: TestMember) {
  const of = async (owner: ChallengeOwner) => {
    const clock = { now: () => new Date() };
    const made = await keepChallenge(drizzle, { clock }, { ...owner, challenge: randomUUID() });
    return made.challenge_id;
  };
  return {
    registration: await of({ purpose: 'registration', sessionId }),
    confirmation: await of({ purpose: 'confirmation', sessionId }),
    sign_in: await of({ purpose: 'sign_in', asker: Buffer.from('the owner') }),
  };
}

async function createPet({ db }: Services, { id: owner_id }: TestMember): Promise<string> {
  const [pet] = await db.drizzle
    .insert(petProfiles)
    .values({
      owner_id,
      name: 'Miso',
      breed: 'Tabby',
      age: 4,
      weight: 9,
      special_instructions: 'Brush the pet daily',
      medical_conditions: 'Insulin at eight',
      emergency_contact: 'Doctor Hideaway',
      emergency_phone: '+1 555 911 0000',
    })
    .returning();
  return pet?.id ?? '';
}

/** The claim of a sitter suspended afterwards: while suspended they could not even make it. */
async function holdBeforeSuspension(
  { drizzle, pool }: Services['db'],
  { id: job_id, start_date, end_date }: typeof jobs.$inferSelect,
  { id: sitter_id }: TestMember,
): Promise<void> {
  const ended = { ended_at: new Date(), end_reason: 'released' as const };
  await drizzle.insert(jobClaims).values({ job_id, sitter_id, start_date, end_date, ...ended });
  await pool.query('UPDATE job_claims SET ended_at = NULL, end_reason = NULL WHERE job_id = $1', [
    job_id,
  ]);
  await pool.query("DELETE FROM change_events WHERE job_id = $1 AND op = 'update'", [job_id]);
  await pool.query("UPDATE jobs SET status = 'claimed' WHERE id = $1", [job_id]);
}

/** The day of the job with requirements, a Wednesday on which nothing else is. */
export const DEMANDING_DAY = '2030-10-16';

/**
 * One job of the owner in each state; on `job` and the one in progress the former sitter came
 * before the claimant.
 */
async function createJobs({ db }: Services, cast: Cast & { pet: string }) {
  const { owner, claimant, former, suspended, super_admin, pet } = cast;
  const post = (given: Partial<typeof jobs.$inferInsert> = {}) =>
    createJob(db, {
      owner_id: owner.id,
      pet_id: pet,
      title: 'Insulin cat',
      description: 'Words of the description',
      ...MAPLEWOOD,
      address: '7 Hidden Lane',
      special_instructions: 'Key under the third pot',
      hourly_rate: 15,
      pet_image_url: '/storage/v1/object/public/profile-images/pet.webp',
      ...given,
    });
  const open = await post();
  const demanding = await post({
    ...{ requires_reviews: 2, requires_verified: true },
    start_date: new Date(`${DEMANDING_DAY}T15:00:00Z`),
    end_date: new Date(`${DEMANDING_DAY}T17:00:00Z`),
  });
  const [done, held] = [await post(), await post()];
  const between = (from: number, until: number) => ({
    start_date: new Date(Date.now() + from * 3_600_000),
    end_date: new Date(Date.now() + until * 3_600_000),
  });
  // Access attached to the first opens in more than an hour, to the second immediately.
  const [job, underWay] = [await post(between(25.5, 27)), await post(between(-6, 6))];
  const earlier = await createClaim(db, { job, sitter_id: former.id });
  const ended = { ended_at: new Date(), ended_by: former.id, end_note: 'Note of the release' };
  await endClaim(db, earlier.claim.id, { ...ended, end_reason: 'released' });
  await noteEvent(db, { claim: earlier.claim, action: 'release', reason: 'Note of the release' });
  const { claim } = await createClaim(db, { job, sitter_id: claimant.id });
  const before = await createClaim(db, { job: underWay, sitter_id: former.id });
  await endClaim(db, before.claim.id, { ...ended, end_reason: 'released' });
  const started = await createClaim(db, {
    job: underWay,
    sitter_id: claimant.id,
    status: 'in_progress',
  });
  const finished = await createClaim(db, { job: done, sitter_id: claimant.id });
  const completed = { completed_at: new Date(), confirmed_at: new Date(), ended_at: new Date() };
  await endClaim(db, finished.claim.id, { ...completed, end_reason: 'completed' });
  await db.pool.query("UPDATE jobs SET status = 'completed' WHERE id = $1", [done.id]);
  await holdBeforeSuspension(db, held, suspended);
  const cancelled = await post({ status: 'cancelled', cancel_reason: 'Words of the cancellation' });
  const takenDown = await post({
    status: 'cancelled',
    cancel_code: 'taken_down',
    cancel_reason: 'Words of the staff',
  });
  // Over, so that no list of open jobs has it.
  const ofSuperAdmin = await createJob(db, { owner_id: super_admin.id, status: 'cancelled' });
  const lost = await loseJob(db, await post({ status: 'cancelled' }), { former, claimant });
  const offered = await offerFirst(db, await post(), cast.sitter);
  const unseen = await holdBack(db, await post({ special_instructions: 'Words of the held job' }));
  const ofSuspended = await post({ owner_id: suspended.id, pet_id: null });
  return {
    job: job.id,
    times: [job, underWay].flatMap(({ start_date, end_date }) => [start_date, end_date]),
    claim: claim.id,
    earlierClaim: earlier.claim.id,
    startedClaim: started.claim.id,
    open: open.id,
    demanding: demanding.id,
    underWay: underWay.id,
    done: done.id,
    doneClaim: finished.claim.id,
    held: held.id,
    cancelled: cancelled.id,
    ofSuperAdmin: ofSuperAdmin.id,
    takenDown: takenDown.id,
    lost,
    ofSuspended: ofSuspended.id,
    offered,
    unseen,
  };
}

/** A job of the owner that a sitter finished 40 days ago. */
async function createPastClaim(
  { db }: Services,
  { owner, past }: Pick<Cast, 'owner' | 'past'>,
): Promise<void> {
  const at = new Date(Date.now() - 40 * 86_400_000);
  const ended = { completed_at: at, confirmed_at: at, ended_at: at };
  const { job_id } = await createEndedClaim(db, { owner_id: owner.id, sitter_id: past.id, ended });
  await db.pool.query('DELETE FROM change_events WHERE job_id = $1', [job_id]);
}

/** Holds a job for review by staff, and removes its posting from the log. [S4] */
async function holdBack(
  { pool }: Services['db'],
  { id }: typeof jobs.$inferSelect,
): Promise<string> {
  await pool.query('UPDATE jobs SET held_at = now() WHERE id = $1', [id]);
  await pool.query('DELETE FROM change_events WHERE job_id = $1', [id]);
  return id;
}

/** Offers a job to one sitter first, and removes its posting from the log. */
async function offerFirst(
  { drizzle, pool }: Services['db'],
  { id: job_id }: typeof jobs.$inferSelect,
  { id: sitter_id }: TestMember,
): Promise<string> {
  const until_at = new Date(Date.now() + 24 * 3_600_000);
  await drizzle.insert(jobOffers).values({ job_id, sitter_id, kind: 'asked', until_at });
  await pool.query('UPDATE jobs SET reserved_until = $1 WHERE id = $2', [until_at, job_id]);
  await pool.query('DELETE FROM change_events WHERE job_id = $1', [job_id]);
  return job_id;
}

/**
 * A job whose claim the former sitter canceled, and that was cancelled while the claimant held
 * it.
 */
async function loseJob(
  db: Services['db'],
  job: typeof jobs.$inferSelect,
  { former, claimant }: Pick<Cast, 'former' | 'claimant'>,
): Promise<string> {
  const ended_at = new Date();
  const hold = async (sitter_id: string, end_reason: 'released' | 'cancelled') => {
    const { id: job_id, start_date, end_date } = job;
    const row = { job_id, sitter_id, start_date, end_date, ended_at, end_reason };
    const [claim] = await db.drizzle.insert(jobClaims).values(row).returning();
    return claim as typeof jobClaims.$inferSelect;
  };
  const given = await hold(former.id, 'released');
  await noteEvent(db, { claim: given, action: 'release', reason: 'Words of giving back' });
  const cancelled = await hold(claimant.id, 'cancelled');
  const reason = 'Words to who lost the job';
  await noteEvent(db, { claim: cancelled, action: 'cancel', reason, owner_id: job.owner_id });
  return job.id;
}

/** Records an action by a claim's sitter, or with `owner_id` by the owner. */
async function noteEvent(
  db: Services['db'],
  {
    claim,
    owner_id,
    ...event
  }: Pick<typeof jobEvents.$inferInsert, 'action' | 'reason'> & {
    claim: typeof jobClaims.$inferSelect;
    owner_id?: string;
  },
): Promise<void> {
  await db.drizzle.insert(jobEvents).values({
    ...event,
    job_id: claim.job_id,
    claim_id: claim.id,
    actor_role: owner_id ? 'owner' : 'sitter',
    actor_id: owner_id ?? claim.sitter_id,
  });
}

async function endClaim(
  db: Services['db'],
  id: string,
  given: Partial<typeof jobClaims.$inferInsert>,
): Promise<void> {
  await db.drizzle.update(jobClaims).set(given).where(eq(jobClaims.id, id));
}

/** Messages of the owner and each sitter, in the job's two threads and directly. */
async function createDirectChat(
  { db }: Services,
  cast: Cast & { job: string; claim: string; earlierClaim: string },
): Promise<string> {
  const { owner, claimant, former, job, claim, earlierClaim } = cast;
  await db.drizzle.insert(messages).values([
    {
      job_id: job,
      claim_id: earlierClaim,
      sender_id: former.id,
      client_id: randomUUID(),
      content: 'Words to the former sitter',
    },
    {
      job_id: job,
      claim_id: claim,
      sender_id: claimant.id,
      client_id: randomUUID(),
      content: 'Words to the claimant',
    },
  ]);
  const conversation = await createConversation(db, [owner, claimant]);
  await db.drizzle.insert(conversationMessages).values({
    conversation_id: conversation,
    sender_id: claimant.id,
    client_id: randomUUID(),
    content: 'Words between two members',
  });
  return conversation;
}

/** A request from the former sitter, which the owner has not answered. */
async function createRequest({ db }: Services, { owner, former }: Cast): Promise<string> {
  const conversation_id = await createConversation(db, [owner, former]);
  await db.drizzle
    .update(conversations)
    .set({ accepted_at: null })
    .where(eq(conversations.id, conversation_id));
  await db.drizzle.insert(conversationMessages).values({
    conversation_id,
    sender_id: former.id,
    client_id: randomUUID(),
    content: 'Words of the request to write',
  });
  return conversation_id;
}

/**
 * The claimant's unpublished review of the owner, the reviews of the owner and the former sitter,
 * and one by the reported sitter that staff hide.
 */
async function createReviews({ db }: Services, cast: Cast & { doneClaim: string }) {
  const { owner, claimant, former, blocked, reported, doneClaim } = cast;
  const { claim_id } = await createEndedClaim(db, { owner_id: owner.id, sitter_id: former.id });
  const write = async (given: Partial<typeof reviews.$inferInsert>) => {
    const [row] = await db.drizzle
      .insert(reviews)
      // The trigger sets the subject, the occasion and the deadline.
      .values({
        side: 'sitter',
        reviewee_id: owner.id,
        occasion: 'completed',
        publish_at: new Date(),
        rating: 4,
        would_repeat: true,
        ...given,
      })
      .returning();
    return row?.id ?? '';
  };
  const waiting = await write({
    claim_id: doneClaim,
    reviewer_id: claimant.id,
    text: 'Words of the waiting review',
    staff_note: 'Words of the waiting note',
  });
  const published = await write({
    claim_id,
    reviewer_id: former.id,
    text: 'Words of the published review',
    staff_note: 'Words for the staff alone',
  });
  await write({ claim_id, side: 'owner', reviewer_id: owner.id });
  const other = await createEndedClaim(db, { owner_id: blocked.id, sitter_id: reported.id });
  await write({
    claim_id: other.claim_id,
    reviewer_id: reported.id,
    reviewee_id: blocked.id,
    text: 'Words of the hidden review',
    hidden_at: new Date(),
    hidden_reason: 'Words of who hid the review',
  });
  return { waitingReview: waiting, publishedReview: published, reviewedClaim: claim_id };
}

/**
 * The suspended member's ban, with an appeal and its link; a warning of the owner, the claimant's
 * report about them, and the owner's about a sitter.
 */
async function createDecisions(
  services: Services,
  {
    suspended,
    super_admin,
    admin,
    owner,
    claimant,
    former,
    past,
    reported: sitter,
    claim,
    doneClaim,
  }: Cast & {
    claim: string;
    doneClaim: string;
  },
) {
  const [row] = await services.db.drizzle
    .insert(moderationDecisions)
    .values({
      member_id: suspended.id,
      kind: 'ban',
      reason: 'Words to the banned member',
      note: 'Words about the banned member',
      decided_by: super_admin.id,
      appeal: 'Words of the appeal',
      appealed_at: new Date(),
    })
    .returning();
  const ban = row?.id ?? '';
  const [warned] = await services.db.drizzle
    .insert(moderationDecisions)
    .values({
      member_id: owner.id,
      kind: 'warn',
      reason: 'Words of the warning',
      note: 'Words about the warning',
      decided_by: super_admin.id,
    })
    .returning();
  await services.db.drizzle.insert(moderationDecisions).values({
    ...{ member_id: past.id, kind: 'remove', subject_type: 'profile', subject_id: past.id },
    ...{ kept: 'Words that were removed', reason: 'Words of the removal' },
    ...{
      decided_by: super_admin.id,
      appeal: 'Words of the refused appeal',
      appealed_at: new Date(),
    },
    ...{ appeal_decision: 'upheld', appeal_answer: 'Words of the answer to the appeal' },
    ...{ appeal_decided_at: new Date(), appeal_decided_by: admin.id },
  });
  const report = async (given: Partial<typeof reports.$inferInsert>) => {
    const [sent] = await services.db.drizzle
      .insert(reports)
      .values({
        reporter_id: claimant.id,
        member_id: owner.id,
        subject_type: 'profile',
        subject_id: owner.id,
        reason: 'fake',
        details: 'Words of the report',
        snapshot: { title: 'Words of the copy', messages: [] },
        // A new one would notify all staff, including those of this run's earlier scenes.
        decided_at: new Date(),
        ...given,
      })
      .returning();
    return sent?.id ?? '';
  };
  const openReport = await report({});
  const taken = await report({
    // Of its own: reports of the same content, also those of earlier scenes, are decided together.
    subject_id: randomUUID(),
    assigned_to: admin.id,
    assigned_at: new Date(),
  });
  const about = await report({
    reporter_id: owner.id,
    member_id: sitter.id,
    subject_id: sitter.id,
    details: 'Words about the reported sitter',
    snapshot: { title: 'Copy of the reported sitter', messages: [] },
  });
  const settled = await report({
    reporter_id: past.id,
    member_id: former.id,
    subject_id: former.id,
    details: 'Words that were settled',
    snapshot: { title: 'A profile', messages: [] },
  });
  const freshReport = await report({
    member_id: former.id,
    subject_id: randomUUID(),
    details: 'Words that can be withdrawn',
    snapshot: { title: 'Another profile', messages: [] },
  });
  const chatReport = await report({
    ...{ subject_type: 'conversation', subject_id: doneClaim },
    ...{ assigned_to: admin.id, assigned_at: new Date() },
  });
  await services.db.pool.query('UPDATE reports SET decided_at = NULL WHERE id = ANY($1)', [
    [openReport, taken, about, freshReport, chatReport],
  ]);
  return {
    ban,
    banLink: suspensionToken(services, { id: ban, email: suspended.email }),
    accountLink: accountToken(services, { id: ban, email: suspended.email, isFactorShown: false }),
    warning: warned?.id ?? '',
    openReport,
    taken,
    freshReport,
    chatReport,
    ...(await createInquiries(services, {
      ...{ taken, openReport, settled, claim, admin, super_admin, owner, past },
    })),
  };
}

/**
 * A question to the owner about a report, one that the past sitter has answered, a chat that both
 * staff members may read, and one that waits for the second.
 */
async function createInquiries(
  { db }: Services,
  {
    taken,
    openReport,
    claim: claim_id,
    admin,
    super_admin,
    owner,
    past,
    settled,
  }: Pick<Cast, 'admin' | 'super_admin' | 'owner' | 'past'> &
    Record<'taken' | 'openReport' | 'settled' | 'claim', string>,
) {
  const [asked] = await db.drizzle
    .insert(hearings)
    .values([
      {
        report_id: openReport,
        side: 'member',
        member_id: owner.id,
        asked_by: admin.id,
        question: 'Words of the question',
      },
      {
        report_id: settled,
        side: 'reporter',
        member_id: past.id,
        asked_by: admin.id,
        question: 'Words to the past sitter',
        answer: 'Answer of the past sitter',
        answered_at: new Date(),
      },
    ])
    .returning();
  const reason = 'Words of who wants to read';
  const wish = { claim_id, asked_by: admin.id, reason };
  const soon = new Date(Date.now() + 3_600_000);
  const allowed = { decided_by: super_admin.id, decided_at: new Date(), ends_at: soon };
  const rows = await db.drizzle
    .insert(chatReadings)
    .values([
      { ...wish, ...allowed, report_id: taken },
      { ...wish, report_id: openReport },
    ])
    .returning();
  return {
    hearing: asked?.id ?? '',
    reading: rows[0]?.id ?? '',
    askedReading: rows[1]?.id ?? '',
  };
}

/** The owner's newest notification, and the link in their emails. */
async function createNotifications(services: Services, owner: TestMember) {
  const { db } = services;
  const linkId = await getLinkId(db.drizzle, owner.id);
  await db.pool.query(
    `UPDATE notifications SET mail_state = 'failed', mail_reason = 'rejected', mail_due_at = NULL
     WHERE member_id = $1 AND mail_state = 'queued'`,
    [owner.id],
  );
  const { rows } = await db.pool.query<{ id: string }>(
    'SELECT id FROM notifications WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1',
    [owner.id],
  );
  // If the first call created new keys, the device below would be forgotten.
  await getPushKeys(services);
  const calendar = randomUUID();
  await writeSettings(db.drizzle, owner.id, { calendar_id: calendar });
  const [push] = await db.drizzle
    .insert(pushSubscriptions)
    .values({
      member_id: owner.id,
      session_id: owner.session_id,
      endpoint: `https://push.example.org/of-the-owner/${randomUUID()}`,
      p256dh: 'A'.repeat(87),
      auth: 'Words-of-the-browser_A',
    })
    .returning();
  await noteDelivery(
    services,
    { id: randomUUID(), channel: 'email', type: 'reset_password', member_id: owner.id },
    { state: 'failed', reason: 'unreachable' },
  );
  return {
    calendar: makeLinkToken(services, CALENDAR_FEED, calendar),
    push: push?.id ?? '',
    pushEndpoint: push?.endpoint ?? '',
    notification: rows[0]?.id ?? '',
    mailedLink: makeLinkToken(services, MAILED_SETTINGS, linkId),
  };
}

/** The owner's code and request for another, and the past sitter's granted code and refused one. */
async function createDesk(services: Services, { owner, admin, stranger, former, past }: Cast) {
  const { drizzle } = services.db;
  const [invite] = await drizzle
    .insert(invites)
    .values({ code: makeInviteCode(), created_by: owner.id })
    .returning();
  const [used] = await drizzle
    .insert(invites)
    .values({
      code: makeInviteCode(),
      created_by: admin.id,
      used_by: stranger.id,
      used_at: new Date(),
      is_active: false,
    })
    .returning();
  await drizzle.insert(invites).values({
    ...{ code: makeInviteCode(), created_by: past.id, kind: 'granted', granted_by: admin.id },
    ...{ grant_reason: 'Words of the grant', used_by: former.id, used_at: new Date() },
    is_active: false,
  });
  const [request] = await drizzle
    .insert(inviteRequests)
    .values({ user_id: owner.id, message: 'Words of the request for a code' })
    .returning();
  await drizzle.insert(inviteRequests).values({
    ...{ user_id: past.id, status: 'refused', decided_at: new Date(), decided_by: admin.id },
    decision_reason: 'Words of the refused request',
  });
  await recordActivity(drizzle, {
    admin_id: admin.id,
    action: 'role_change',
    target_type: 'user',
    target_id: stranger.id,
    details: { from: 'user', to: 'admin' },
  });
  return {
    code: invite?.code ?? '',
    usedCode: used?.code ?? '',
    invite_request: request?.id ?? '',
  };
}
