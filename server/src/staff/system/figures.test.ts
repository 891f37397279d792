import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createClaim,
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { mintInvite } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
beforeEach(async () => {
  kindpal = await startTestKindpal();
  const longAgo = new Date('2024-02-03T12:00:00Z');
  admin = await createMember(kindpal.services.db, { app_role: 'admin', created_at: longAgo });
});
afterEach(() => kindpal.stop());

const stats = () => kindpal.callerFor(admin).staff.getStats();
const analytics = () => kindpal.callerFor(admin).staff.getAnalytics();

describe('the figures of the admin dashboard [S2]', () => {
  it('are all zero when nothing has happened yet', async () => {
    expect(await stats()).toEqual({
      total_users: 1,
      new_users_this_month: 0,
      total_jobs: 0,
      active_jobs: 0,
      completed_jobs: 0,
      completion_rate: 0,
      posted_value: 0,
      completed_value: 0,
      pending_reviews: 0,
      support_tickets: 0,
      alerts: [],
      health: { database_latency_ms: expect.any(Number) },
    });
  });

  it('count what needs attention: requests, overdue ones, mails that failed', async () => {
    const { db } = kindpal.services;
    const send = (message: string) => kindpal.callerFor(null).feedback.send({ message });
    await send('The map is upside down.');
    const { id } = await send('Nobody has answered me yet.');
    await db.pool.query(
      `UPDATE feedback SET created_at = now() - interval '2 days' WHERE id = $1`,
      [id],
    );
    await db.pool.query(
      `SELECT graphile_worker.add_job('send_mail', '{}'::json, max_attempts => 1)`,
    );
    await kindpal.asOwner('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
    expect(await stats()).toMatchObject({
      support_tickets: 2,
      alerts: [
        { kind: 'overdue_feedback', count: 1 },
        { kind: 'failed_mails', count: 1 },
      ],
    });
  });

  it('count new members from the first of the month', async () => {
    kindpal.setNow(new Date('2026-03-15T10:00:00Z'));
    for (const at of ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-15T09:00:00Z']) {
      await createMember(kindpal.services.db, { created_at: new Date(at) });
    }
    expect(await stats()).toMatchObject({ total_users: 4, new_users_this_month: 2 });
    kindpal.setNow(new Date('2026-04-01T00:00:00Z'));
    expect(await stats()).toMatchObject({ new_users_this_month: 0 });
  });

  it('call open jobs active, and sum up the pay of all and of completed ones', async () => {
    const { db } = kindpal.services;
    const owner_id = admin.id;
    for (const [status, total_amount] of [
      ['open', 10.1],
      ['open', 20.2],
      ['claimed', 0],
      ['completed', 30.35],
      ['completed', 0.05],
      ['cancelled', 1_000_000],
    ] as const) {
      await createJob(db, { owner_id, status, total_amount });
    }
    expect(await stats()).toMatchObject({
      total_jobs: 6,
      active_jobs: 2,
      completed_jobs: 2,
      completion_rate: 33,
      posted_value: 1_000_060.7,
      completed_value: 30.4,
    });
  });

  it('count a review as pending until the other side has written, too', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const sitter = await createMember(db, { role: 'pet_sitter' });
    const { claim_id } = await createEndedClaim(db, { owner_id: owner.id, sitter_id: sitter.id });
    const write = (who: TestMember) =>
      kindpal.callerFor(who).review.write({ claim_id, rating: 5, would_repeat: true });
    await write(owner);
    expect(await stats()).toMatchObject({ pending_reviews: 1 });
    await write(sitter);
    expect(await stats()).toMatchObject({ pending_reviews: 0 });
  });

  it('do not reveal to staff that the other side of their own job has written a review [R9]', async () => {
    const { db } = kindpal.services;
    const partner = await createMember(db, { role: 'both' });
    for (const [owner_id, sitter_id] of [
      [admin.id, partner.id],
      [partner.id, admin.id],
    ] as const) {
      const { claim_id } = await createEndedClaim(db, { owner_id, sitter_id });
      await kindpal
        .callerFor(partner)
        .review.write({ claim_id, rating: 1, would_repeat: false, staff_note: 'About the admin' });
    }
    expect(await stats()).toMatchObject({ pending_reviews: 0 });
    const other = await createMember(db, { app_role: 'admin' });
    expect(await kindpal.callerFor(other).staff.getStats()).toMatchObject({ pending_reviews: 2 });
  });

  it('are for staff only [S6]', async () => {
    const member = await createMember(kindpal.services.db);
    for (const call of ['getStats', 'getAnalytics'] as const) {
      expect(await refusalOf(kindpal.callerFor(member).staff[call]())).toBe('FORBIDDEN');
      expect(await refusalOf(kindpal.callerFor(null).staff[call]())).toBe('UNAUTHORIZED');
    }
  });
});

describe('Analytics [S4]', () => {
  it('has a row for each of the last twelve weeks, including empty ones', async () => {
    kindpal.setNow(new Date('2026-03-15T23:59:59Z'));
    const weeks = await analytics();
    expect(weeks).toHaveLength(12);
    expect([weeks[0]?.week, weeks[11]?.week]).toEqual(['2025-12-22', '2026-03-09']);
    expect(weeks[3]).toEqual({
      week: '2026-01-12',
      new_members: 0,
      jobs_posted: 0,
      jobs_claimed: 0,
      jobs_completed: 0,
      messages: 0,
      invites_used: 0,
    });
    kindpal.setNow(new Date('2026-03-16T00:00:00Z'));
    expect((await analytics()).at(-1)?.week).toBe('2026-03-16');
  });

  it('counts each thing in its week, on both sides of the boundaries', async () => {
    const { db } = kindpal.services;
    kindpal.setNow(new Date('2026-03-11T12:00:00Z'));
    const sunday = new Date('2026-03-08T23:59:59.999Z');
    const monday = new Date('2026-03-09T00:00:00Z');
    const before = new Date('2025-12-21T23:59:59Z');
    const owner = await createMember(db, { created_at: sunday });
    await createMember(db, { created_at: before });
    const job = await createJob(db, { owner_id: owner.id, created_at: monday });
    const { claim } = await createClaim(db, { job, sitter_id: admin.id });
    await db.pool.query('UPDATE job_claims SET claimed_at = $2, completed_at = $3 WHERE id = $1', [
      claim.id,
      sunday,
      monday,
    ]);
    await db.pool.query(
      `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content, created_at)
       SELECT $1, $2, $3, gen_random_uuid(), 'Hello', at FROM unnest($4::timestamptz[]) at`,
      [job.id, claim.id, admin.id, [sunday, monday, monday, before]],
    );
    const talk = await createConversation(db, [admin, owner]);
    await db.pool.query(
      `INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content, created_at)
       VALUES ($1, $2, gen_random_uuid(), 'Hello', $3)`,
      [talk, admin.id, monday],
    );
    await mintInvite(kindpal.services, { used_at: sunday });
    await mintInvite(kindpal.services);
    expect((await analytics()).slice(-2)).toEqual([
      {
        week: '2026-03-02',
        new_members: 1,
        jobs_posted: 0,
        jobs_claimed: 1,
        jobs_completed: 0,
        messages: 1,
        invites_used: 1,
      },
      {
        week: '2026-03-09',
        new_members: 0,
        jobs_posted: 1,
        jobs_claimed: 0,
        jobs_completed: 1,
        messages: 3,
        invites_used: 0,
      },
    ]);
  });
});
