import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseDueMembers } from '../deletion/erase-due-members.ts';
import {
  createClaim,
  createConversation,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../testing/factories.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const HOUR = 3_600_000;
const as = (who: TestMember) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;

/** Two members, the one with the smaller id first: locks of several follow this order. */
async function createPair(): Promise<[TestMember, TestMember]> {
  const { db } = kindpal.services;
  const pair = [await createMember(db, { role: 'both' }), await createMember(db, { role: 'both' })];
  return pair.sort((a, b) => (a.id < b.id ? -1 : 1)) as [TestMember, TestMember];
}

const createStaff = () => createMember(kindpal.services.db, { app_role: 'super_admin' });

const askDeletion = ({ id }: TestMember) =>
  query(
    `INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
     VALUES ($1, now() - interval '15 days', now() - interval '1 day')`,
    [id],
  );

/**
 * Holds the rows that a statement locks until both calls have got as far as they can: the second
 * begins when the first waits. Returns their outcomes; a deadlock is INTERNAL_SERVER_ERROR.
 */
async function beside(
  [lock, ...values]: [string, ...string[]],
  first: () => Promise<unknown>,
  second?: () => Promise<unknown>,
): Promise<string[]> {
  const { pool } = kindpal.services.db;
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(lock, values);
  const outcomes = [outcomeOf(first())];
  try {
    await untilLockWaits(pool, 1);
    if (second) {
      outcomes.push(outcomeOf(second()));
      await Promise.race([untilLockWaits(pool, 2).catch(() => null), outcomes[1]]);
    }
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  return Promise.all(outcomes);
}

const MEMBER = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';

describe('calls that lock the same rows take turns:', () => {
  it.each([
    ['a photo', { profile_image_url: null }],
    ['a payment', { payment_preference: 'hourly_rate' as const, hourly_rate_amount: 20 }],
    ['a calendar', { availability_enabled: true }],
    ['a username', { username: 'somebody-new' }],
  ])('a report that blocks a member, and %s that this member saves [S4] [R1]', async (_, edit) => {
    const [reporter, reported] = await createPair();
    const subject = { subject_type: 'profile' as const, subject_id: reported.id };
    const outcomes = await beside(
      [MEMBER, reporter.id],
      () => as(reporter).report.send({ ...subject, reason: 'spam', details: '', block: true }),
      () => as(reported).member.update({ id: reported.id, ...edit }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('a calendar feed, and photo and bio of the same member [V1] [R1]', async () => {
    const [member] = await createPair();
    const edit = { profile_image_url: null, bio: 'Walks every day' };
    const outcomes = await beside(
      ['SELECT FROM auth.session WHERE id = $1 FOR UPDATE', member.session_id],
      () => as(member).notification.startCalendarFeed(),
      () => as(member).member.update({ id: member.id, ...edit }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('a job, and the removal of its pet [J2]', async () => {
    const [owner] = await createPair();
    const pet = await as(owner).pet.create({ name: 'Miso', breed: 'Beagle' });
    const posted = await beside(['DELETE FROM pet_profiles WHERE id = $1', pet.id], () =>
      as(owner).job.post(jobForm({ pet_id: pet.id })),
    );
    expect(posted).toEqual(['INVALID_INPUT']);
  });

  it('a claim, and staff who remove the job [J5] [S4]', async () => {
    const { db } = kindpal.services;
    const [sitter, owner] = await createPair();
    const [staff, reporter] = [await createStaff(), await createMember(db)];
    const { id: job_id } = await createJob(db, { owner_id: owner.id });
    const subject = { subject_type: 'job' as const, subject_id: job_id };
    const { id } = await as(reporter).report.send({ ...subject, reason: 'fraud', details: '' });
    await as(staff).report.take({ id });
    const [claimed, decided] = await beside(
      [MEMBER, sitter.id],
      () => as(sitter).claim.create({ job_id }),
      () => as(staff).report.decide({ id, kind: 'remove', reason: 'Not here' }),
    );
    expect(['ok', 'NOT_FOUND']).toContain(claimed);
    expect(decided).toBe('ok');
  });

  it('an answer of a reported member, and the deletion of the reporter [S4] [X1]', async () => {
    const { db } = kindpal.services;
    const [reporter, reported] = await createPair();
    const staff = await createStaff();
    const subject_id = await createConversation(db, [reporter, reported]);
    const message = { conversation_id: subject_id, content: 'Rude', client_id: randomUUID() };
    await as(reported).chat.sendDirectMessage(message);
    const subject = { subject_type: 'conversation' as const, subject_id };
    const report = { ...subject, reason: 'harassment' as const, details: 'Look' };
    const { id: report_id } = await as(reporter).report.send(report);
    await as(staff).report.take({ id: report_id });
    await as(staff).hearing.ask({ report_id, side: 'member', question: 'Why?' });
    await as(staff).reading.ask({ report_id, reason: 'To understand what was said' });
    await askDeletion(reporter);
    const [hearing] = await query('SELECT id FROM hearings WHERE report_id = $1', [report_id]);
    const outcomes = await beside(
      ['SELECT FROM chat_readings WHERE report_id = $1 FOR UPDATE', report_id],
      () => eraseDueMembers(kindpal.services),
      () => as(reported).hearing.answer({ id: hearing.id, answer: 'Because' }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    const [left] = await query('SELECT erased_at FROM users WHERE id = $1', [reporter.id]);
    expect(left.erased_at).not.toBeNull();
  });

  it('staff who decide about a report, and the deletion of the reporter [S4] [X1]', async () => {
    const [reporter, reported] = await createPair();
    const staff = await createStaff();
    const conversation = await createConversation(kindpal.services.db, [reporter, reported]);
    const message = { conversation_id: conversation, content: 'Hello', client_id: randomUUID() };
    await as(reporter).chat.sendDirectMessage(message);
    const subject = { subject_type: 'profile' as const, subject_id: reported.id };
    const { id } = await as(reporter).report.send({ ...subject, reason: 'spam', details: '' });
    await as(staff).report.take({ id });
    await askDeletion(reporter);
    const outcomes = await beside(
      ['SELECT FROM conversation_messages WHERE conversation_id = $1 FOR UPDATE', conversation],
      () => eraseDueMembers(kindpal.services),
      () => as(staff).report.decide({ id, kind: 'dismiss' }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    const [left] = await query('SELECT erased_at FROM users WHERE id = $1', [reporter.id]);
    expect(left.erased_at).not.toBeNull();
  });

  it.each([
    [
      'a door code that a sitter opens',
      (sitter: TestMember, job_id: string) => as(sitter).vault.open({ job_id, part: 'door' }),
    ],
    [
      'a request for help about the job',
      (sitter: TestMember, job_id: string) =>
        as(sitter).feedback.send({ message: 'Please help me', job_id }),
    ],
  ])('%s, and the owner who cancels the claim [J6] [V2] [F2]', async (_, act) => {
    const { db } = kindpal.services;
    const [sitter, owner] = await createPair();
    const soon = {
      start_date: new Date(Date.now() + HOUR),
      end_date: new Date(Date.now() + 2 * HOUR),
    };
    const job = await createJob(db, { owner_id: owner.id, ...soon });
    await createClaim(db, { job, sitter_id: sitter.id });
    await as(owner).vault.saveHome({ door: '4711' });
    await as(owner).vault.attach({ job_id: job.id });
    const outcomes = await beside(
      ['SELECT FROM users WHERE id = $1 FOR UPDATE', sitter.id],
      () => act(sitter, job.id),
      () => as(owner).job.move({ job_id: job.id, action: 'release', reason: 'Back home' }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });
});
