import { randomUUID } from 'node:crypto';
import { IDENTITY_ITEMS } from '@kindpal/contract/identity/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneExpiredSessions } from '../account/session/prune-expired-sessions.ts';
import { eraseDueMembers } from '../deletion/erase-due-members.ts';
import { removeUnconfirmed } from '../deletion/remove-unconfirmed.ts';
import { expireIdentityChecks } from '../identity/expire-checks.ts';
import { expireJobs } from '../job/expire-jobs.ts';
import { noteMail } from '../notification/delivery/note-mail.ts';
import { keepNotifications } from '../notification/keep-notifications.ts';
import { queueDue } from '../notification/queue/queue-mails.ts';
import { pruneReports } from '../report/prune-reports.ts';
import {
  createClaim,
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../testing/factories.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { reencryptVault } from '../vault/reencrypt-vault.ts';
import { wipeJobAccess } from '../vault/wipe-access.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } });
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

const setOverdue = ({ id }: TestMember) =>
  kindpal.asOwner(`UPDATE auth."user" SET email_verified = false,
    confirm_by = now() - interval '1 day' WHERE id = '${id}'`);

async function isErased({ id }: TestMember): Promise<boolean> {
  const [row] = await query('SELECT erased_at FROM users WHERE id = $1', [id]);
  return row.erased_at !== null;
}

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
const JOB = 'SELECT FROM jobs WHERE id = $1 FOR NO KEY UPDATE';
const HOME_COPY = 'SELECT FROM job_access WHERE job_id = $1 FOR UPDATE';

function withNewKey() {
  const { current } = kindpal.services.vault;
  return { current: { id: 'new', key: current.key }, previous: current };
}

/** A job that ended an hour ago, still open. */
const createExpiredJob = (given: Parameters<typeof createJob>[1]) =>
  createJob(kindpal.services.db, {
    ...given,
    start_date: new Date(Date.now() - 9 * HOUR),
    end_date: new Date(Date.now() - HOUR),
  });

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
    expect(await isErased(reporter)).toBe(true);
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
    expect(await isErased(reporter)).toBe(true);
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

  it('staff who hide a review, and the deletion of its reporter, the member reviewed [R9] [X1]', async () => {
    const { db } = kindpal.services;
    const [writer, reviewee] = await createPair();
    const staff = await createStaff();
    for (let n = 0; n < 2; n += 1) {
      const sides = { owner_id: reviewee.id, sitter_id: writer.id };
      const ended = { confirmed_at: new Date() };
      const { claim_id } = await createEndedClaim(db, { ...sides, ended });
      const mine = { claim_id, rating: 1, would_repeat: false, text: 'Bad' };
      await as(writer).review.write(mine);
      await as(reviewee).review.write({ ...mine, rating: 5, would_repeat: true, text: 'Good' });
    }
    const written = await query(
      'SELECT id, reviewer_id FROM reviews WHERE $1 IN (reviewer_id, reviewee_id) ORDER BY id',
      [writer.id],
    );
    const hidden = written.find(({ reviewer_id }) => reviewer_id === writer.id);
    const subject = { subject_type: 'review' as const, subject_id: hidden.id };
    const report = { ...subject, reason: 'harassment' as const, details: 'Not true' };
    const { id } = await as(reviewee).report.send(report);
    await as(staff).report.take({ id });
    await askDeletion(reviewee);
    const outcomes = await beside(
      ['SELECT FROM reviews WHERE id = $1 FOR UPDATE', written.at(-1).id],
      () => eraseDueMembers(kindpal.services),
      () => as(staff).report.decide({ id, kind: 'hide', reason: 'Not here' }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it.each([
    ['a job', 'job'],
    ['the picture of a job', 'picture'],
  ] as const)(
    'staff who remove %s, and the deletion of its reporter, a former sitter [S4] [X1]',
    async (_, subject_type) => {
      const { db } = kindpal.services;
      const [owner, sitter] = await createPair();
      const staff = await createStaff();
      const ids = [randomUUID(), randomUUID()].sort();
      for (const id of ids) {
        const pet_image_url = `https://example.org/${id}.webp`;
        await createJob(db, { id, owner_id: owner.id, pet_image_url });
        await as(sitter).claim.create({ job_id: id });
        await as(sitter).job.move({ job_id: id, action: 'release' });
      }
      const [first = '', last = ''] = ids;
      const subject = { subject_type, subject_id: first };
      const report = { ...subject, reason: 'fraud' as const, details: 'Look' };
      const { id } = await as(sitter).report.send(report);
      await as(staff).report.take({ id });
      await askDeletion(sitter);
      const outcomes = await beside(
        [JOB, last],
        () => eraseDueMembers(kindpal.services),
        () => as(staff).report.decide({ id, kind: 'remove', reason: 'Not here' }),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
    },
  );

  it.each(['a report', 'a signal'])(
    'staff who ban the holder of a job by %s, and the deletion of a former sitter [S4] [X1]',
    async (by) => {
      const { db } = kindpal.services;
      const [owner, former] = await createPair();
      const [rascal, staff] = [await createMember(db, { role: 'both' }), await createStaff()];
      const { id: job_id } = await createJob(db, { owner_id: owner.id });
      await as(former).claim.create({ job_id });
      await as(former).job.move({ job_id, action: 'release' });
      await query('UPDATE jobs SET reserved_until = NULL WHERE id = $1', [job_id]);
      await as(rascal).claim.create({ job_id });
      const subject = { subject_type: 'profile' as const, subject_id: rascal.id };
      const { id } = await as(former).report.send({ ...subject, reason: 'fraud', details: 'Look' });
      if (by === 'a signal') {
        await query(
          `UPDATE reports SET signal = 'blocks', reporter_id = NULL, facts = ARRAY[$2::uuid],
             snapshot = '{"counted": 3}' WHERE id = $1`,
          [id, former.id],
        );
      }
      await as(staff).report.take({ id });
      await askDeletion(former);
      const outcomes = await beside(
        ['SELECT FROM job_claims WHERE sitter_id = $1 FOR NO KEY UPDATE', former.id],
        () => eraseDueMembers(kindpal.services),
        () => as(staff).report.decide({ id, kind: 'ban', reason: 'Not here' }),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
      expect(await isErased(former)).toBe(true);
    },
  );

  it('the removal of a pet, and the suspension of the sitter who holds its jobs [J2] [S4]', async () => {
    const { db } = kindpal.services;
    const [owner, sitter] = await createPair();
    const staff = await createStaff();
    const pet = await as(owner).pet.create({ name: 'Miso', breed: 'Beagle' });
    // The table holds them in the opposite order of their ids.
    const ids = [randomUUID(), randomUUID(), randomUUID()].sort().reverse();
    for (const id of ids) {
      await createJob(db, { id, owner_id: owner.id, pet_id: pet.id });
      await as(sitter).claim.create({ job_id: id });
    }
    const outcomes = await beside(
      [JOB, ids[1] ?? ''],
      () => as(owner).pet.remove({ id: pet.id }),
      () => as(staff).moderation.suspend({ member_id: sitter.id, ends_at: null, reason: 'Spam' }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('the removal of a pet, and the deletion of its owner [J2] [X1]', async () => {
    const { db } = kindpal.services;
    const [owner] = await createPair();
    const pet = await as(owner).pet.create({ name: 'Miso', breed: 'Beagle' });
    await createJob(db, { owner_id: owner.id, pet_id: pet.id, status: 'cancelled' });
    await askDeletion(owner);
    const both = `SELECT FROM jobs JOIN pet_profiles ON pet_profiles.id = pet_id
      WHERE pet_id = $1 FOR NO KEY UPDATE`;
    const outcomes = await beside(
      [both, pet.id],
      () => as(owner).pet.remove({ id: pet.id }),
      () => eraseDueMembers(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it.each(['renames', 'is revoked'])(
    'an identity check that expires, and a member who %s [S4] [R1]',
    async (what) => {
      const [member] = await createPair();
      const [one, two] = [await createStaff(), await createStaff()];
      await as(member).identity.request();
      const [{ id }] = await query('SELECT id FROM identity_checks WHERE member_id = $1', [
        member.id,
      ]);
      const checklist = [...IDENTITY_ITEMS];
      await as(one).identity.decide({ id, step: 'check', method: 'in_person', checklist });
      await as(two).identity.decide({ id, step: 'confirm' });
      await kindpal.asOwner(
        `UPDATE identity_checks SET expires_at = now() - interval '1 minute' WHERE id = '${id}'`,
      );
      const rename = { id: member.id, first_name: 'Ann', last_name: 'Vale' };
      const outcomes = await beside(
        [MEMBER, member.id],
        () =>
          what === 'renames'
            ? as(member).member.update(rename)
            : as(one).identity.decide({ id, step: 'revoke', reason: 'No longer so' }),
        () => expireIdentityChecks(kindpal.services),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
    },
  );

  it('the removal of a newcomer, and the expiry of their job [U1] [J9]', async () => {
    const [member] = await createPair();
    await createExpiredJob({ owner_id: member.id });
    await setOverdue(member);
    const outcomes = await beside(
      ['SELECT FROM auth."user" WHERE id = $1 FOR UPDATE', member.id],
      () => removeUnconfirmed(kindpal.services),
      () => expireJobs(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    expect(await isErased(member)).toBe(true);
  });

  it('the removal of a newcomer, and their suspension [U1] [S4]', async () => {
    const [newcomer] = await createPair();
    const boss = await createStaff();
    await setOverdue(newcomer);
    await askDeletion(newcomer);
    const suspension = { member_id: newcomer.id, ends_at: null, reason: 'Rude to neighbors' };
    const outcomes = await beside(
      ['SELECT FROM auth.deletion_request WHERE user_id = $1 FOR UPDATE', newcomer.id],
      () => removeUnconfirmed(kindpal.services),
      () => as(boss).moderation.suspend(suspension),
    );
    expect(outcomes).toEqual(['ok', 'ALREADY_SUSPENDED']);
    expect(await isErased(newcomer)).toBe(true);
  });

  const SETTINGS = { email_off: [], time_zone: 'Europe/Paris' };
  it.each([
    ['signs out everywhere', (who: TestMember) => as(who).account.signOut({ scope: 'global' })],
    ['requests a code', (who: TestMember) => as(who).account.reauthenticate()],
    [
      'saves a draft',
      (who: TestMember) => as(who).draft.save({ form_type: 'pet_onboarding', form_data: { a: 1 } }),
    ],
    [
      'saves settings',
      (who: TestMember) =>
        as(who).notification.updateSettings({ ...SETTINGS, email_off: ['messages'] }),
    ],
  ])('the removal of a newcomer, and the newcomer who %s [U1]', async (_, act) => {
    const [newcomer] = await createPair();
    await as(newcomer).notification.updateSettings(SETTINGS);
    const pet = await as(newcomer).pet.create({ name: 'Miso', breed: 'Beagle' });
    await setOverdue(newcomer);
    const outcomes = await beside(
      ['SELECT FROM pet_profiles WHERE id = $1 FOR UPDATE', pet.id],
      () => removeUnconfirmed(kindpal.services),
      () => act(newcomer),
    );
    expect(outcomes).toEqual(['ok', 'UNAUTHORIZED']);
    expect(await isErased(newcomer)).toBe(true);
  });

  it('a digest that is due, and its member who marks all as read', async () => {
    const [member] = await createPair();
    for (const event of ['one', 'two', 'three']) {
      await query(
        `INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state, in_digest,
           mail_due_at)
         VALUES ($1, 'jobs.your_turn', $2, $1, 'queued', true, now() - interval '1 minute')`,
        [member.id, event],
      );
    }
    const [, second] = await query(
      'SELECT id FROM notifications WHERE member_id = $1 ORDER BY ctid',
      [member.id],
    );
    const outcomes = await beside(
      ['SELECT FROM notifications WHERE id = $1 FOR UPDATE', second.id],
      () => as(member).notification.markAllRead(),
      () => queueDue(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('push that moves to a second session, and the member who signs out everywhere [U6]', async () => {
    const [member] = await createPair();
    const value = randomUUID();
    const second = { ...member, session_id: randomUUID(), credential: { by: 'token', value } };
    await query(
      `INSERT INTO auth.session (id, token, user_id, expires_at, confirmed_at)
       VALUES ($1, $2, $3, now() + interval '1 day', now())`,
      [second.session_id, value, member.id],
    );
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
    const device = { endpoint: 'https://fcm.googleapis.com/fcm/send/device', keys };
    const { id } = await as(member).notification.startPush(device);
    const outcomes = await beside(
      ['SELECT FROM push_subscriptions WHERE id = $1 FOR UPDATE', id ?? ''],
      () => as(second as TestMember).notification.startPush(device),
      () => as(member).account.signOut({ scope: 'global' }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    expect(await query('SELECT FROM auth.session WHERE user_id = $1', [member.id])).toEqual([]);
  });

  it('a client that signs out, and the removal of its used tokens [U6] [U7]', async () => {
    const [member] = await createPair();
    // The index of these times has them in the opposite order of the table.
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const [at, id] of ids.entries()) {
      await query(
        `INSERT INTO auth.refresh_token (id, session_id, token_hash, replaced_at)
         VALUES ($1::uuid, $2, decode(md5($1::text), 'hex'),
           now() - interval '31 days' - $3 * interval '1 hour')`,
        [id, member.session_id, at],
      );
    }
    const outcomes = await beside(
      ['SELECT FROM auth.refresh_token WHERE id = $1 FOR UPDATE', ids[1] ?? ''],
      () => as(member).account.signOut({ scope: 'local' }),
      () => pruneExpiredSessions(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    const left = await query('SELECT FROM auth.refresh_token WHERE id = ANY ($1)', [ids]);
    expect(left).toEqual([]);
  });

  /** Three jobs with home access attached; the table has the largest id first. */
  async function attachHome(): Promise<{
    owner: TestMember;
    sitter: TestMember;
    jobs: string[];
  }> {
    const { db } = kindpal.services;
    const [owner, sitter] = await createPair();
    await as(owner).vault.saveHome({ door: '4711' });
    const jobs = [randomUUID(), randomUUID(), randomUUID()].sort().reverse();
    for (const id of jobs) {
      const job = await createJob(db, { id, owner_id: owner.id });
      await createClaim(db, { job, sitter_id: sitter.id, status: 'in_progress' });
      await as(owner).vault.attach({ job_id: id });
    }
    return { owner, sitter, jobs };
  }

  it('an owner who saves home access, and its encryption with a new key [V2]', async () => {
    const { owner, jobs } = await attachHome();
    const outcomes = await beside(
      [HOME_COPY, jobs[1] ?? ''],
      () => reencryptVault({ ...kindpal.services, vault: withNewKey() }),
      () => as(owner).vault.saveHome({ door: '12' }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('an owner who saves home access, and the removal of old copies [V2]', async () => {
    const { owner, jobs } = await attachHome();
    await query(
      `UPDATE jobs SET start_date = now() - interval '10 days', end_date = now() - interval '9 days'
       WHERE id = ANY ($1)`,
      [jobs],
    );
    const outcomes = await beside(
      [HOME_COPY, jobs[1] ?? ''],
      () => as(owner).vault.saveHome({ door: '12' }),
      () => wipeJobAccess(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    await wipeJobAccess(kindpal.services);
    expect(await query('SELECT FROM job_access WHERE job_id = ANY ($1)', [jobs])).toEqual([]);
  });

  it('an owner who blocks a sitter, and the encryption of home access with a new key [V2] [S4]', async () => {
    const { owner, sitter, jobs } = await attachHome();
    const outcomes = await beside(
      [HOME_COPY, jobs[1] ?? ''],
      () => reencryptVault({ ...kindpal.services, vault: withNewKey() }),
      () => as(owner).block.create({ member_id: sitter.id }),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('the removal of a pet, and the expiry of its jobs [J2] [J9]', async () => {
    const [owner] = await createPair();
    const pet = await as(owner).pet.create({ name: 'Miso', breed: 'Beagle' });
    const jobs = [randomUUID(), randomUUID(), randomUUID()].sort().reverse();
    for (const id of jobs) await createExpiredJob({ id, owner_id: owner.id, pet_id: pet.id });
    const outcomes = await beside(
      [JOB, jobs[1] ?? ''],
      () => as(owner).pet.remove({ id: pet.id }),
      () => expireJobs(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('the deletion of a former sitter, and the expiry of the jobs [X1] [J9]', async () => {
    const [owner, former] = await createPair();
    const jobs = [randomUUID(), randomUUID(), randomUUID()].sort().reverse();
    for (const id of jobs) {
      await createExpiredJob({ id, owner_id: owner.id });
      await query(
        `INSERT INTO job_claims (job_id, sitter_id, start_date, end_date, ended_at, end_reason)
         SELECT id, $2, start_date, end_date, now(), 'released' FROM jobs WHERE id = $1`,
        [id, former.id],
      );
    }
    await askDeletion(former);
    const outcomes = await beside(
      [JOB, jobs[1] ?? ''],
      () => eraseDueMembers(kindpal.services),
      () => expireJobs(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    expect(await isErased(former)).toBe(true);
    await expireJobs(kindpal.services);
    const left = await query(`SELECT FROM jobs WHERE id = ANY ($1) AND status = 'open'`, [jobs]);
    expect(left).toEqual([]);
  });

  it('the deletion of a reporter, and the removal of their old reports [X1] [S4]', async () => {
    const [reporter, reported] = await createPair();
    const ids = [randomUUID(), randomUUID(), randomUUID()].sort().reverse();
    for (const [at, id] of ids.entries()) {
      await query(
        `INSERT INTO reports (id, reporter_id, member_id, subject_type, subject_id, reason, details,
           snapshot, created_at, decided_at) VALUES ($1, $2, $3, 'profile', $3, 'spam', '', '{}',
           now() - interval '3 years', now() - interval '3 years' + $4 * interval '1 second')`,
        [id, reporter.id, reported.id, at],
      );
    }
    await askDeletion(reporter);
    const outcomes = await beside(
      ['SELECT FROM reports WHERE id = $1 FOR UPDATE', ids[1] ?? ''],
      () => eraseDueMembers(kindpal.services),
      () => pruneReports(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    expect(await isErased(reporter)).toBe(true);
    await pruneReports(kindpal.services);
    expect(await query('SELECT FROM reports WHERE id = ANY ($1)', [ids])).toEqual([]);
  });

  it.each([
    [
      'the removal of their old deliveries',
      'deliveries',
      `INSERT INTO deliveries (id, channel, type, member_id, state, created_at)
       VALUES ($1, 'email', 'email', $2, 'sent', now() - interval '91 days' + $3 * interval '1 s')`,
      () => keepNotifications(kindpal.services),
    ],
    [
      'the record of their deliveries that count as lost',
      'deliveries',
      `INSERT INTO deliveries (id, channel, type, member_id, state, created_at)
       VALUES ($1, 'email', 'email', $2, 'queued', now() - interval '3 days' + $3 * interval '1 s')`,
      () => keepNotifications(kindpal.services),
    ],
    [
      'the removal of their devices that are no longer used',
      'push_subscriptions',
      `INSERT INTO push_subscriptions (id, member_id, endpoint, p256dh, auth, created_at)
       VALUES ($1::uuid, $2, 'https://push.example/' || $1::text, 'x', 'y',
         now() - interval '400 days' + $3 * interval '1 s')`,
      () => keepNotifications(kindpal.services),
    ],
    [
      'the removal of old views of theirs',
      'data_views',
      `INSERT INTO data_views (id, subject_id, viewer_role, kind, period, viewed_at)
       VALUES ($1, $2, 'sitter', 'address', now() - interval '13 months' + $3 * interval '1 day',
         now() - interval '13 months')`,
      () => wipeJobAccess(kindpal.services),
    ],
  ])('the deletion of a member, and %s [X1]', async (_, table, insert, clean) => {
    const [member] = await createPair();
    const ids = [randomUUID(), randomUUID(), randomUUID()].sort().reverse();
    for (const [at, id] of ids.entries()) await query(insert, [id, member.id, at]);
    await askDeletion(member);
    const outcomes = await beside(
      [`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, ids[1] ?? ''],
      () => eraseDueMembers(kindpal.services),
      clean,
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    expect(await isErased(member)).toBe(true);
  });

  it('the deletion of an inviter, and the removal of their newcomer [X1] [U1]', async () => {
    const [inviter, newcomer] = await createPair();
    await kindpal.asOwner(`INSERT INTO acquaintances (member_id, other_id)
      VALUES ('${inviter.id}', '${newcomer.id}'), ('${newcomer.id}', '${inviter.id}')`);
    await setOverdue(newcomer);
    await askDeletion(inviter);
    const outcomes = await beside(
      ['SELECT FROM acquaintances WHERE member_id = $1 FOR UPDATE', inviter.id],
      () => eraseDueMembers(kindpal.services),
      () => removeUnconfirmed(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    expect([await isErased(inviter), await isErased(newcomer)]).toEqual([true, true]);
  });

  it('the deletion of an inviter, and the removal of a newcomer who used their invite [X1] [I1]', async () => {
    const [inviter, newcomer] = await createPair();
    await kindpal.asOwner(`INSERT INTO invites (code, created_by, kind)
      VALUES ('GIVE-NBAC-KKEY', '${inviter.id}', 'mailed')`);
    await kindpal.asOwner(`UPDATE invites SET used_by = '${newcomer.id}', used_at = now()
      WHERE code = 'GIVE-NBAC-KKEY'`);
    await setOverdue(newcomer);
    await askDeletion(inviter);
    const outcomes = await beside(
      ['SELECT FROM notifications WHERE actor_id = $1 FOR UPDATE', newcomer.id],
      () => eraseDueMembers(kindpal.services),
      () => removeUnconfirmed(kindpal.services),
    );
    expect(outcomes).toEqual(['ok', 'ok']);
    expect([await isErased(inviter), await isErased(newcomer)]).toEqual([true, true]);
  });

  describe('in the order of their ids, notifications', () => {
    const SENT = { state: 'sent', reason: null } as const;
    const isSent = (ids: string[]) =>
      query(`SELECT FROM notifications WHERE id = ANY ($1) AND mail_state = 'sent'`, [ids]);
    const isRead = (ids: string[]) =>
      query('SELECT FROM notifications WHERE id = ANY ($1) AND read_at IS NOT NULL', [ids]);
    const hold = (ids: string[]): [string, string] => [
      'SELECT FROM notifications WHERE id = $1 FOR UPDATE',
      ids[1] ?? '',
    ];

    beforeAll(async () => {
      // With many rows, plans use indexes, each in an order of its own.
      const { id } = await createMember(kindpal.services.db);
      await query(
        `INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
         SELECT $1, 'jobs.released', number::text, $1, 'sent' FROM generate_series(1, 5000) number`,
        [id],
      );
      await kindpal.asOwner('ANALYZE notifications');
    });

    /**
     * Writes three about a job: those with smaller ids are newer. The indexes of the job and of
     * unread ones return them in the order of the table, the bell's in that of their times.
     */
    async function notify(isAscending: boolean): Promise<{
      owner: TestMember;
      sitter: TestMember;
      job: string;
      ids: string[];
    }> {
      const [owner, sitter] = await createPair();
      const { id: job } = await createJob(kindpal.services.db, { owner_id: owner.id });
      const ids = [randomUUID(), randomUUID(), randomUUID()].sort();
      for (const [at, id] of isAscending ? ids.entries() : [...ids.entries()].reverse()) {
        await query(
          `INSERT INTO notifications (id, member_id, type, event_key, subject_id, job_id, created_at)
           VALUES ($1::uuid, $2, 'jobs.released', $1::text, $3::uuid, $3::uuid, now() - $4 * interval '1 s')`,
          [id, sitter.id, job, at],
        );
        await query('UPDATE notifications SET mail_due_at = NULL WHERE id = $1', [id]);
      }
      return { owner, sitter, job, ids };
    }

    it('that a member marks as read: all, and those of the page they visit', async () => {
      const { sitter, job, ids } = await notify(true);
      const outcomes = await beside(
        hold(ids),
        () => as(sitter).notification.markAllRead(),
        () => as(sitter).notification.markVisited({ path: `/jobs/${job}` }),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
      expect(await isRead(ids)).toHaveLength(3);
    });

    it('that a member marks as read, and the record of their emails', async () => {
      const { sitter, ids } = await notify(true);
      const outcomes = await beside(
        hold(ids),
        () => as(sitter).notification.markAllRead(),
        () => noteMail(kindpal.services, ids, SENT),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
      expect(await isRead(ids)).toHaveLength(3);
      expect(await isSent(ids)).toHaveLength(3);
    });

    it('that a sitter marks as read, and the deletion of the owner of their job [X1]', async () => {
      const { owner, sitter, ids } = await notify(true);
      await askDeletion(owner);
      const outcomes = await beside(
        hold(ids),
        () => as(sitter).notification.markAllRead(),
        () => eraseDueMembers(kindpal.services),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
      expect(await isRead(ids)).toHaveLength(3);
      expect(await isErased(owner)).toBe(true);
    });

    it('of which an email is recorded, and the deletion of the owner of their job [X1]', async () => {
      const { owner, ids } = await notify(false);
      await askDeletion(owner);
      const outcomes = await beside(
        hold(ids),
        () => noteMail(kindpal.services, ids, SENT),
        () => eraseDueMembers(kindpal.services),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
      expect(await isSent(ids)).toHaveLength(3);
      expect(await isErased(owner)).toBe(true);
    });

    it('that a member marks as read, and the removal of old ones', async () => {
      const { sitter, ids } = await notify(false);
      await query(
        `UPDATE notifications SET created_at = created_at - interval '366 days' WHERE id = ANY ($1)`,
        [ids],
      );
      const outcomes = await beside(
        hold(ids),
        () => as(sitter).notification.markAllRead(),
        () => keepNotifications(kindpal.services),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
      // The removal did not wait for the two that were locked.
      expect(await isRead(ids)).toHaveLength(2);
      await keepNotifications(kindpal.services);
      expect(await isRead(ids)).toEqual([]);
    });

    it('of a chat that a member reads, and all that they mark as read', async () => {
      const { owner, sitter, ids } = await notify(true);
      await createConversation(kindpal.services.db, [owner, sitter]);
      await query(
        `UPDATE notifications SET type = 'messages.direct', subject_id = $2 WHERE id = ANY ($1)`,
        [ids, owner.id],
      );
      const outcomes = await beside(
        hold(ids),
        () => as(sitter).notification.markAllRead(),
        () => as(sitter).chat.markDirectRead({ member_id: owner.id }),
      );
      expect(outcomes).toEqual(['ok', 'ok']);
      expect(await isRead(ids)).toHaveLength(3);
    });
  });
});
