import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encrypt } from '../access/encrypt.ts';
import { beginAttempt } from '../account/failed-attempts.ts';
import {
  findPositionBefore,
  getHead,
  isLongAgo,
  isPruned,
  listEventsAfter,
} from '../live/event-log.ts';
import { deliverQueuedMail } from '../mail/deliver-queued-mail.ts';
import { QUEUED_MAIL } from '../mail/mailer.ts';
import { writeFits } from '../notification/announce-job.ts';
import { calendarFeedApp } from '../notification/calendar-feed.ts';
import { noteReport } from '../notification/note-report.ts';
import { findOutgoing } from '../notification/outgoing-rows.ts';
import { queueDue } from '../notification/queue-mails.ts';
import { queueBusyCalendars, readBusyCalendar } from '../notification/read-busy-calendar.ts';
import { watchHealth } from '../notification/watch-health.ts';
import { notifyOffers } from '../offer/notify-offers.ts';
import { createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { explainCustom, explainGeneric, recordStatements } from '../testing/plans/explain.ts';
import { asSeed, fillUnevenly, takeStock } from '../testing/plans/fill-unevenly.ts';
import { PLAN_SERVERS } from '../testing/plans/plan-servers.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import type { Statement } from './client.ts';

/** How many times more, and how many pages more, a generic plan may read than a custom one. */
const TIMES = 2;
const PAGES = 80;
/** Several average members for the statistics of a generic plan, and a few with very much data. */
const COPIES = 5_000;

/** These find one row by id within transactions, which this test does not see. */
const BY_ID = [
  'claim-obstacles',
  'claim-own-live',
  'identity-check',
  'invite-request',
  'user',
  'moderation-job',
  'moderation-profile',
  'waitlist-entry',
  'place-points',
  // This one reads nothing: it records a view.
  'note-view-pet_health',
];

/** The names of the prepared statements that the authorization matrix has run. */
function listReviewed(): string[] {
  const reviewed = readFileSync(
    join(import.meta.dirname, '../testing/matrix/statements.txt'),
    'utf8',
  );
  const named = reviewed.matchAll(/^\S+ ([\w-]+): (?!not made to run here)/gm);
  return [...named].map(([, name]) => name as string).filter((name) => !BY_ID.includes(name));
}

/**
 * An owner with thousands of jobs and conversations, a sitter who completed the jobs, and long
 * lists for staff.
 */
function fillTables(ids: { owner: string; sitter: string; admin: string }): string {
  return `
    UPDATE jobs SET owner_id = '${ids.owner}' WHERE id IN (
      SELECT id FROM jobs WHERE status <> 'open' ORDER BY id LIMIT ${COPIES});
    UPDATE job_claims SET sitter_id = '${ids.sitter}' WHERE id IN (
      SELECT claim.id FROM job_claims claim WHERE ended_at IS NOT NULL ORDER BY id LIMIT ${COPIES});
    INSERT INTO pet_profiles (id, owner_id, name, breed)
      SELECT gen_random_uuid(), id, 'Miso', 'Tabby' FROM users;
    UPDATE jobs SET pet_id = (SELECT id FROM pet_profiles WHERE owner_id = '${ids.owner}')
      WHERE owner_id = '${ids.owner}';
    INSERT INTO invites (code, kind, created_by, used_by, used_at)
      SELECT 'PLAN-' || n, 'granted', '${ids.owner}', id, now()
      FROM (SELECT id, row_number() OVER () AS n FROM users WHERE id <> '${ids.owner}') numbered
      ON CONFLICT DO NOTHING;
    INSERT INTO invite_requests (user_id, status, decided_at)
      SELECT id, 'granted', now() FROM users, generate_series(1, 10);
    INSERT INTO waitlist_entries (email, full_name, confirmed_at, invited_at)
      SELECT 'waits-' || n || '@example.org', 'Robin Vale', now(), CASE WHEN n % 100 > 0 THEN now() END
      FROM generate_series(1, ${COPIES}) n;
    INSERT INTO newsletter_subscriptions (email, confirmed_at)
      SELECT 'reads-' || n || '@example.org', now() FROM generate_series(1, ${COPIES}) n;
    INSERT INTO change_events (table_name, op, row_id)
      SELECT 'jobs', 'update', id FROM jobs, generate_series(1, 3);
    INSERT INTO admin_activity_logs (admin_id, action, target_type, target_id)
      SELECT '${ids.admin}', 'users_read', 'user', id FROM users, generate_series(1, 20);
    INSERT INTO auth.session (token, user_id, expires_at)
      SELECT gen_random_uuid()::text, id, now() + interval '1 day' FROM auth."user", generate_series(1, 20);
    INSERT INTO auth.failed_attempts (key, failures, blocked_until, expires_at)
      SELECT 'somebody-' || n, 1, now(), now() + interval '1 day' FROM generate_series(1, ${COPIES}) n;
    INSERT INTO notifications (member_id, type, event_key, subject_id, job_title, mail_state, read_at)
      SELECT '${ids.owner}', 'jobs.claimed', n, gen_random_uuid(), 'A walk', 'sent',
        CASE WHEN n % 50 > 0 THEN now() END FROM generate_series(1, ${COPIES}) n;
    INSERT INTO notifications (member_id, type, event_key, subject_id, job_title, mail_state)
      SELECT id, 'jobs.released', n, gen_random_uuid(), 'A walk', 'sent'
      FROM users, generate_series(1, 3) n;
    INSERT INTO member_blocks (blocker_id, blocked_id)
      SELECT '${ids.owner}', id FROM users
      WHERE id NOT IN ('${ids.owner}', '${ids.sitter}', '${ids.admin}') ORDER BY id LIMIT 400;
    INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, rating, would_repeat,
        publish_at, published_at)
      SELECT claim.id, 'owner', job.owner_id, claim.sitter_id, 'completed', 5, true, now(), now()
      FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
      WHERE claim.ended_at IS NOT NULL AND job.owner_id <> claim.sitter_id;
    INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot, decided_at)
      SELECT '${ids.owner}', '${ids.sitter}', 'message', gen_random_uuid(), 'spam', '{}',
        CASE WHEN n % 50 > 0 THEN now() END FROM generate_series(1, ${COPIES}) n;
    INSERT INTO moderation_decisions (member_id, kind, reason, decided_by, appeal, appealed_at)
      SELECT '${ids.owner}', 'warn', 'Unkind words', '${ids.admin}',
        CASE WHEN n % 500 = 0 THEN 'It was a joke' END, CASE WHEN n % 500 = 0 THEN now() END
      FROM generate_series(1, ${COPIES}) n;
    INSERT INTO hearings (report_id, side, member_id, asked_by, question)
      SELECT id, 'member', '${ids.sitter}', '${ids.admin}', 'What happened?' FROM reports;
    INSERT INTO chat_readings (report_id, claim_id, asked_by, reason, decided_at, ends_at)
      SELECT report.id, claim.id, CASE WHEN report.decided_at IS NOT NULL THEN '${ids.admin}'::uuid END,
        'A threat refers to it', report.decided_at, report.decided_at + interval '1 day'
      FROM (SELECT *, row_number() OVER (ORDER BY id) FROM reports) report
      JOIN (SELECT id, row_number() OVER (ORDER BY id) FROM job_claims) claim USING (row_number);
    INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period)
      SELECT '${ids.owner}', id, 'staff', 'address', now() - n * interval '1 hour'
      FROM users, generate_series(1, 3) n WHERE id <> '${ids.owner}';
    INSERT INTO member_favorites (member_id, favorite_id)
      SELECT '${ids.owner}', id FROM users WHERE id NOT IN ('${ids.owner}', '${ids.admin}')
      ORDER BY id LIMIT 50;
    INSERT INTO member_favorites (member_id, favorite_id)
      SELECT id, '${ids.sitter}' FROM users WHERE id <> '${ids.sitter}' ON CONFLICT DO NOTHING;
    INSERT INTO job_offers (job_id, sitter_id, kind, until_at)
      SELECT id, '${ids.sitter}', 'asked', now() + interval '1 hour' FROM jobs ORDER BY id LIMIT 400;
    UPDATE jobs SET reserved_until = now() + interval '1 hour' WHERE status = 'open' AND id IN (
      SELECT id FROM jobs ORDER BY id LIMIT 400);
    WITH opened AS (
      INSERT INTO conversations (participant_1, participant_2, begun_by, accepted_at)
      SELECT least(id, '${ids.owner}'), greatest(id, '${ids.owner}'), id,
        CASE WHEN row_number() OVER (ORDER BY id) % 10 > 0 THEN now() END
      FROM users WHERE id <> '${ids.owner}' RETURNING id, begun_by)
    INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
      SELECT id, begun_by, gen_random_uuid(), 'Is Miso free? ' || n FROM opened, generate_series(1, 3) n;
    INSERT INTO identity_checks (member_id, status, ended_at)
      SELECT id, 'withdrawn', now() FROM users, generate_series(1, 3)`;
}

describe.each(PLAN_SERVERS)('prepared statements on $server', ({ isHere, openDatabase }) => {
  let kindpal: TestKindpal;
  let people: { owner: TestMember; sitter: TestMember; admin: TestMember };

  beforeAll(async () => {
    if (!isHere) return;
    kindpal = await startTestKindpal({ database: await openDatabase() });
    await fillUnevenly(kindpal);
    const { db } = kindpal.services;
    people = {
      owner: await createMember(db),
      sitter: await createMember(db, { role: 'pet_sitter' }),
      admin: await createMember(db, { app_role: 'super_admin' }),
    };
    const { owner, sitter, admin } = people;
    await asSeed(
      kindpal.ownerUrl,
      fillTables({ owner: owner.id, sitter: sitter.id, admin: admin.id }),
    );
    await takeStock(kindpal.ownerUrl);
  }, 180_000);
  afterAll(() => kindpal?.stop());

  const bySession = (member: TestMember): TestMember => ({
    ...member,
    credential: { by: 'session', value: member.session_id },
  });
  const idOf = async (query: string) =>
    ((await kindpal.services.db.pool.query<{ id: string }>(query)).rows[0] as { id: string }).id;

  /** The calls with prepared statements, by a member with much data and by one with none. */
  async function callEverything(who: TestMember): Promise<void> {
    const { db } = kindpal.services;
    const [as, visitor, admin] = [
      kindpal.callerFor(who),
      kindpal.callerFor(null),
      kindpal.callerFor(people.admin),
    ];
    const mine = await idOf(
      `SELECT id FROM jobs WHERE owner_id = '${people.owner.id}' AND status = 'completed' LIMIT 1`,
    );
    const open = await idOf(`SELECT id FROM jobs WHERE status = 'open' LIMIT 1`);
    const offered = await idOf(
      `SELECT id FROM jobs WHERE status = 'open' AND reserved_until IS NOT NULL LIMIT 1`,
    );
    const review = await idOf(
      `SELECT id FROM reviews WHERE reviewee_id = '${people.sitter.id}' LIMIT 1`,
    );
    const report = await idOf('SELECT id FROM reports LIMIT 1');
    const undecided = await idOf('SELECT id FROM reports WHERE decided_at IS NULL LIMIT 1');
    const asked = await idOf(
      'SELECT id FROM chat_readings WHERE decided_at IS NULL ORDER BY id LIMIT 1',
    );
    const allowed = await idOf('SELECT id FROM chat_readings WHERE ends_at > now() LIMIT 1');
    const hearing = await idOf(
      'SELECT id FROM hearings WHERE answered_at IS NULL ORDER BY id LIMIT 1',
    );
    const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM notifications LIMIT 50');
    const told = rows.map(({ id }) => id);
    const conversation_id = await idOf(
      `SELECT id FROM conversations WHERE '${people.owner.id}' IN (participant_1, participant_2)
       AND accepted_at IS NOT NULL ORDER BY id LIMIT 1`,
    );
    const thread = await idOf(
      `SELECT id FROM job_claims WHERE job_id = '${mine}' ORDER BY claimed_at DESC LIMIT 1`,
    );
    const other = { member_id: people.admin.id };
    const message = { job_id: mine, content: 'Hello!', client_id: randomUUID() };
    const decision = await idOf('SELECT id FROM moderation_decisions LIMIT 1');
    const calls: (() => Promise<unknown>)[] = [
      () => visitor.job.list({ limit: 20 }),
      () => as.job.list({ limit: 20 }),
      () => as.job.list({ limit: 20, owner_id: people.owner.id }),
      () => as.job.list({ limit: 20, job_type: 'dog_walking' }),
      () => as.job.listMine({ as: 'owner', limit: 20 }),
      () => as.job.listMine({ as: 'owner', state: 'past', limit: 20 }),
      () => as.job.listMine({ as: 'owner', state: 'current', limit: 20 }),
      () => as.job.listMine({ as: 'sitter', limit: 20 }),
      () => as.job.listMine({ as: 'sitter', state: 'past', limit: 20 }),
      () => as.job.listMine({ as: 'sitter', state: 'current', limit: 20 }),
      () => as.job.countMine(),
      () => as.job.getAgenda(),
      () => visitor.job.list({ sort: 'pay', limit: 20 }),
      () => as.job.list({ sort: 'pay', limit: 20 }),
      () => as.job.list({ sort: 'soonest', limit: 20 }),
      () => as.job.list({ sort: 'nearest', place_id: 1, within_miles: 25, limit: 20 }),
      () => as.job.listOwners({ limit: 10 }),
      () => visitor.job.get({ id: open }),
      () => as.job.get({ id: mine }),
      () => as.job.get({ id: offered }),
      () => as.job.post(jobForm()),
      () => as.job.getPetCare({ job_id: mine }),
      () => as.vault.getJobAccess({ job_id: mine }),
      () => as.vault.open({ job_id: mine, part: 'door' }),
      () => as.job.canClaim({ job_id: open }),
      () => as.job.listRequirements({ job_ids: `${open},${offered}` as never }),
      () => as.claim.list({ limit: 20 }),
      () => as.claim.list({ limit: 20, live: 'true' as never }),
      () => as.claim.list({ limit: 20, sitter_id: who.id }),
      () => as.claim.list({ limit: 20, job_id: mine }),
      () => as.claim.create({ job_id: mine }),
      // A second claim right after the first reads the job's state.
      () => as.claim.create({ job_id: mine }),
      () => as.claim.create({ job_id: open, accepted_warnings: [] }),
      () => as.member.list({ limit: 18 }),
      () => as.member.list({ limit: 18, sort: 'rating' }),
      () => visitor.member.list({ limit: 18 }),
      () => visitor.member.get({ id: people.sitter.id }),
      () => as.member.get({ id: people.sitter.id }),
      () => as.member.getTrustPath({ member_id: people.sitter.id }),
      // Refused, but only after a statement checks whether that member is hidden.
      () => as.member.update({ id: people.sitter.id, bio: 'Not mine' }),
      () => as.notification.list({ limit: 20 }),
      () => as.notification.list({ limit: 20, unread: 'true' as never }),
      () => as.notification.list({ limit: 20, group: 'jobs' }),
      () => as.notification.list({ limit: 20, group: 'invites' }),
      () => as.notification.countUnread(),
      () => as.notification.markRead({ id: mine }),
      () => as.notification.markVisited({ path: `/jobs/${mine}` }),
      () => as.notification.markAllRead(),
      () => as.block.list({ limit: 20 }),
      () => as.block.create({ member_id: people.sitter.id }),
      () => as.block.remove({ member_id: people.sitter.id }),
      () => as.chat.createConversation({ participant_1: who.id, participant_2: people.admin.id }),
      () => as.chat.countUnread(),
      () => as.chat.listThreads({ limit: 20 }),
      () => as.chat.listThreads({ limit: 20, box: 'requests' }),
      () => as.chat.getThread({ id: thread }),
      () => as.chat.getThread({ id: conversation_id }),
      () => as.chat.listConversations({ limit: 20 }),
      () => as.chat.listConversations({ participant_1: who.id, participant_2: people.admin.id }),
      () => as.chat.listJobMessages({ job_id: mine, limit: 50 }),
      () => as.chat.listJobMessages({ job_id: mine, claim_id: thread, limit: 50 }),
      () => as.chat.listDirectMessages({ ...other, limit: 50 }),
      () => as.chat.listDirectMessages({ conversation_id, limit: 50 }),
      () => as.chat.markRead({ job_id: mine }),
      () => as.chat.markRead({ job_id: mine, claim_id: thread }),
      () => as.chat.markDirectRead(other),
      () => as.chat.markDirectRead({ conversation_id }),
      () => as.chat.sendJobMessage(message),
      // Again with the same `client_id`, it reads the first one.
      () => as.chat.sendJobMessage(message),
      () => as.chat.sendJobMessage({ ...message, claim_id: thread, client_id: randomUUID() }),
      () => as.chat.sendDirectMessage({ ...other, content: 'Hello!', client_id: randomUUID() }),
      () =>
        as.chat.sendDirectMessage({ conversation_id, content: 'Hello!', client_id: randomUUID() }),
      () => as.review.list({ reviewee_id: people.sitter.id, limit: 10 }),
      () => as.review.listReviewable({ job_id: mine }),
      () => as.review.reply({ review_id: review, reply: 'Thank you!' }),
      () => as.job.listEvents({ job_id: mine, limit: 20 }),
      () => as.invite.getTree(),
      () => as.invite.findMyRequest(),
      () => as.account.getUser(),
      () => kindpal.callerFor(bySession(who)).account.getUser(),
      () => kindpal.callerFor(bySession(who)).claim.list({ limit: 20 }),
      () => kindpal.callerFor(bySession(who)).job.get({ id: open }),
      () => visitor.account.token({ grant_type: 'password', email: who.email, password: 'wrong' }),
      () => as.security.listEvents({ limit: 10 }),
      () => admin.invite.listRequests({ limit: 20 }),
      () => admin.invite.listRequests({ limit: 20, status: 'pending' }),
      () => admin.waitlist.list({ limit: 50 }),
      () => admin.waitlist.list({ limit: 50, waiting: 'true' as never }),
      () => admin.newsletter.list({ limit: 50 }),
      () => admin.member.list({ view: 'staff', limit: 50 }),
      () => admin.staff.listUsers({ limit: 20 }),
      () => admin.staff.listUsers({ limit: 10, search: 'nobody' }),
      () => admin.staff.listJobs({ limit: 20 }),
      () => admin.staff.listProfiles({ limit: 20 }),
      () => admin.staff.getMember({ id: people.owner.id }),
      () =>
        as.report.send({ subject_type: 'profile', subject_id: people.admin.id, reason: 'spam' }),
      () => as.report.listMine({ limit: 20 }),
      () => as.moderation.listMine({ limit: 20 }),
      () => as.privacy.listViews({ limit: 20 }),
      () => as.favorite.list(),
      () => as.offer.list(),
      () => as.offer.getOfJob({ job_id: mine }),
      () => notifyOffers(db, new Date()),
      () => admin.identity.list({ limit: 20 }),
      () => admin.identity.list({ state: 'confirmed', limit: 20 }),
      () => admin.identity.list({ state: 'ended', limit: 20 }),
      () => admin.report.list({ limit: 20 }),
      () => admin.report.list({ state: 'mine', limit: 20 }),
      () => admin.report.list({ state: 'decided', limit: 20 }),
      () => admin.report.count(),
      () => admin.feedback.count(),
      () => admin.report.get({ id: report }),
      () => admin.report.take({ id: undecided }),
      () => admin.hearing.ask({ report_id: undecided, side: 'reporter', question: 'When was it?' }),
      () => as.hearing.listMine({ limit: 20 }),
      () => as.hearing.answer({ id: hearing, answer: 'It was a present.' }),
      () => admin.reading.decide({ id: asked, allow: true }),
      () => admin.reading.listMessages({ id: allowed, limit: 50 }),
      () => as.reading.listMine({ limit: 20 }),
      () => visitor.moderation.getSummary(),
      () => admin.moderation.listAppeals({ limit: 20 }),
      () => admin.moderation.undo({ id: decision, reason: 'A mistake' }),
      () => admin.review.listForStaff({ limit: 20 }),
      () => admin.review.restore({ review_id: review }),
      () => as.notification.getSettings(),
      () => admin.notification.listDeliveries({ limit: 20 }),
      () => admin.notification.listDeliveries({ limit: 20, state: 'failed' }),
      () => admin.staff.listActivityStaff(),
      () => admin.staff.listActivity({ limit: 20 }),
      () => admin.staff.getStats(),
      () => admin.staff.getAnalytics(),
      async () => {
        const { url } = await as.notification.startCalendarFeed();
        await calendarFeedApp(kindpal.services).request(url ?? '');
      },
      () => writeFits(kindpal.services, { id: open }),
      () => queueDue(kindpal.services),
      () => queueBusyCalendars(kindpal.services),
      () =>
        readBusyCalendar(
          kindpal.services,
          { id: who.id },
          { signal: AbortSignal.abort(), isLast: false },
        ),
      () => watchHealth(kindpal.services),
      () => {
        const mail = { to: who.email, subject: 'Hello', html: '', text: '' };
        const sealed = encrypt(kindpal.services.secret, QUEUED_MAIL, JSON.stringify(mail));
        return deliverQueuedMail(
          kindpal.services,
          { sealed },
          { signal: AbortSignal.abort(), isLast: false },
        );
      },
      () => findOutgoing(kindpal.services, 'mails', told),
      () => findOutgoing(kindpal.services, 'digest', told[0] as string),
      () => findOutgoing(kindpal.services, 'push', told[0] as string),
      () => noteReport(kindpal.services, told[0] as string, { outcome: 'failed', recipients: [] }),
      // A name that is no notification's.
      () => noteReport(kindpal.services, randomUUID(), { outcome: 'failed', recipients: [] }),
      async () => {
        // After this many failures it reads how long to wait.
        for (let failures = 0; failures < 12; failures++) {
          await beginAttempt(kindpal.services, { factor: `of ${who.id}` }).catch(() => undefined);
        }
      },
      async () => {
        const head = await getHead(db);
        await listEventsAfter(db, { ...head, tx: head.tx > 0n ? head.tx - 1n : 0n });
        await isPruned(db, head);
        await isLongAgo(db, head, 60);
        await findPositionBefore(db, 60);
      },
    ];
    for (const call of calls) await call().catch(() => undefined);
  }

  it.runIf(isHere)(
    'read no more with a generic plan than with a custom one',
    async () => {
      const { db } = kindpal.services;
      // Many calls send the same statement with the same values, which is explained once.
      const found = new Map<string, Map<string, Statement>>();
      for (const who of [people.owner, people.sitter, people.admin]) {
        for (const statement of await recordStatements(db, () => callEverything(who))) {
          const { name, values } = statement;
          if (!name) continue;
          const same = found.get(name) ?? new Map<string, Statement>();
          found.set(name, same.set(JSON.stringify(values), statement));
        }
      }
      const worse = new Map<string, string>();
      for (const [name, statements] of found) {
        for (const statement of statements.values()) {
          const custom = await explainCustom(db, statement);
          const generic = await explainGeneric(db, statement);
          if (generic.pages <= TIMES * custom.pages + PAGES) continue;
          worse.set(name, `${generic.pages} pages instead of ${custom.pages}`);
        }
      }
      expect.soft(Object.fromEntries(worse)).toEqual({});
      expect(
        listReviewed().filter((name) => !found.has(name)),
        'Run each in callEverything, and fill the tables that it reads in fillTables.',
      ).toEqual([]);
    },
    180_000,
  );
});
