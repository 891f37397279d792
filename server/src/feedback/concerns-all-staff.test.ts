import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOutgoing } from '../notification/delivery/outgoing-rows.ts';
import { writeReminders } from '../notification/queue/write-reminders.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const as = (who: TestMember) => kindpal.callerFor(who);

test('a request about a job of everybody on the team waits for a new admin: super admins learn that, not what waits [S4]', async () => {
  const { services } = kindpal;
  const { db } = services;
  const owner = await createMember(db);
  const [boss, second] = [
    await createMember(db, { app_role: 'super_admin', role: 'both' }),
    await createMember(db, { app_role: 'admin', role: 'both' }),
  ];
  const report = (who: TestMember, whom: TestMember) =>
    as(who).report.send({ subject_type: 'profile', subject_id: whom.id, reason: 'harassment' });
  const needsMore = async (who: TestMember) => (await as(who).feedback.count()).needs_more_staff;
  const job = await createJob(db, { owner_id: owner.id });
  await createClaim(db, { job, sitter_id: second.id });
  await as(second).job.move({ job_id: job.id, action: 'release' });
  await createClaim(db, { job, sitter_id: boss.id });
  expect(await needsMore(boss)).toBe(false);
  await as(owner).block.create({ member_id: boss.id });
  await as(owner).block.askToEnd({ job_id: job.id, message: '' });
  const [request] = (await as(owner).feedback.listMine({})).items;
  const id = request?.id ?? '';
  expect([await needsMore(boss), await needsMore(second)]).toEqual([true, false]);
  for (const who of [boss, second]) {
    expect(await refusalOf(as(who).feedback.get({ id }))).toBe('NOT_FOUND');
    expect(await as(who).feedback.count()).toMatchObject({ open: 0, overdue: 0 });
  }
  await db.pool.query(`UPDATE feedback SET created_at = now() - interval '30 hours'`);
  await writeReminders(services);
  const { rows } = await db.pool.query(
    `SELECT member_id FROM notifications WHERE type = 'staff.more_needed' AND event_key = $1`,
    [id],
  );
  expect(rows).toEqual([{ member_id: boss.id }]);
  const neutral = await createMember(db, { app_role: 'admin' });
  expect(await needsMore(boss)).toBe(false);
  expect(await as(neutral).feedback.get({ id })).toMatchObject({ topic: 'end_job' });
  await as(neutral).feedback.update({ id, status: 'closed' });
  await report(owner, second);
  expect(await needsMore(boss)).toBe(false);
  const suspend = 'UPDATE users SET suspended_at = now() WHERE id = ANY ($1)';
  await db.pool.query(suspend, [[neutral.id, boss.id]]);
  const lone = await createMember(db, { app_role: 'super_admin' });
  await report(lone, second);
  expect(await needsMore(lone)).toBe(true);
  await createMember(db, { app_role: 'admin' });
  expect(await needsMore(lone)).toBe(false);
});

test('a report or an appeal that each of the team brought about waits for somebody else [S4]', async () => {
  const { db } = kindpal.services;
  await replaceTeam();
  const boss = await createMember(db, { app_role: 'super_admin', role: 'both' });
  const needsMore = async () => (await as(boss).feedback.count()).needs_more_staff;
  const [member, other] = [await createMember(db), await createMember(db)];
  const report = (who: TestMember) =>
    as(who).report.send({ subject_type: 'profile', subject_id: member.id, reason: 'harassment' });
  await report(other);
  expect(await needsMore()).toBe(false);
  const { id } = await report(boss);
  expect(await needsMore()).toBe(true);
  const admin = await createMember(db, { app_role: 'admin' });
  expect(await needsMore()).toBe(false);
  await as(admin).report.take({ id });
  await as(admin).report.decide({ id, kind: 'warn', reason: 'Unkind words' });
  const [decision] = (await as(member).moderation.listMine({})).items;
  await as(member).moderation.appeal({ id: decision?.id ?? '', text: 'It was a joke' });
  expect(await needsMore()).toBe(true);
  await createMember(db, { app_role: 'admin' });
  expect(await needsMore()).toBe(false);
  await db.pool.query(`UPDATE moderation_decisions SET ended_at = now(), ended_as = 'undone'`);
});

/** Suspends all staff of before, so that only those created next are on the team. */
const replaceTeam = () =>
  kindpal.services.db.pool.query(
    `UPDATE users SET suspended_at = now() WHERE suspended_at IS NULL
     AND id IN (SELECT user_id FROM user_roles WHERE role <> 'user')`,
  );

test('super admins are notified of a report that nobody on the team may decide, after a day or at once of a danger; its email is dropped once somebody else may [S4]', async () => {
  const { services } = kindpal;
  const { db } = services;
  await replaceTeam();
  const boss = await createMember(db, { app_role: 'super_admin' });
  const reporter = await createMember(db);
  const report = async (reason: 'harassment' | 'danger') =>
    (await as(reporter).report.send({ subject_type: 'profile', subject_id: boss.id, reason })).id;
  const told = async (id: string) => {
    await writeReminders(services);
    await writeReminders(services);
    const { rows } = await db.pool.query<{ id: string; member_id: string }>(
      `SELECT id, member_id FROM notifications WHERE type LIKE 'staff.%' AND event_key = $1`,
      [id],
    );
    return rows;
  };
  const id = await report('harassment');
  expect(await told(id)).toEqual([]);
  await db.pool.query(`UPDATE reports SET created_at = now() - interval '25 hours' WHERE id = $1`, [
    id,
  ]);
  const [needed, ...others] = await told(id);
  expect([needed?.member_id, others]).toEqual([boss.id, []]);
  await as(reporter).report.withdraw({ id });
  const danger = await report('danger');
  expect((await told(danger)).map(({ member_id }) => member_id)).toEqual([boss.id]);
  const waits = async () => {
    const [{ id: notification } = { id: '' }] = await told(danger);
    const [row] = await findOutgoing(services, 'push', notification);
    return row?.awaits_staff;
  };
  expect(await waits()).toBe(true);
  await createMember(db, { app_role: 'admin' });
  expect(await waits()).toBe(false);
});

test('a lone super admin who asks for help from their own job opens the request: nothing waits for more staff [S4]', async () => {
  const { db } = kindpal.services;
  await replaceTeam();
  const boss = await createMember(db, { app_role: 'super_admin', role: 'both' });
  const job = await createJob(db, { owner_id: boss.id });
  await as(boss).feedback.send({ message: 'The gate is locked', job_id: job.id });
  const [own] = (await as(boss).feedback.listMine({})).items;
  expect(await as(boss).feedback.get({ id: own?.id ?? '' })).toMatchObject({
    message: 'The gate is locked',
  });
  expect(await as(boss).feedback.count()).toMatchObject({ open: 1, needs_more_staff: false });
  // The same from somebody else's side of the job does wait.
  const sitter = await createMember(db, { role: 'pet_sitter' });
  await createClaim(db, { job, sitter_id: sitter.id });
  await as(sitter).feedback.send({ message: 'Nobody opens', job_id: job.id });
  expect(await as(boss).feedback.count()).toMatchObject({ open: 1, needs_more_staff: true });
  await db.pool.query(`UPDATE feedback SET status = 'closed'`);
});

test('an appeal waits for more staff while nobody on the team may answer it, and after a day super admins are notified [S4]', async () => {
  const { services } = kindpal;
  const { db } = services;
  await replaceTeam();
  const boss = await createMember(db, { app_role: 'super_admin' });
  const needsMore = async () => (await as(boss).feedback.count()).needs_more_staff;
  const member = await createMember(db);
  const appealOf = async (who: TestMember) => {
    const { rows } = await db.pool.query<{ id: string }>(
      `INSERT INTO moderation_decisions (member_id, kind, reason, decided_by, appeal, appealed_at)
       VALUES ($1, 'warn', 'Unkind words', $2, 'It was a joke', now()) RETURNING id`,
      [who.id, boss.id],
    );
    return rows[0]?.id ?? '';
  };
  const answer = (id: string, who: TestMember) =>
    as(who).moderation.decideAppeal({ id, decision: 'upheld', answer: 'It was not' });
  expect(await needsMore()).toBe(false);
  const id = await appealOf(member);
  const age = (hours: number) =>
    db.pool.query(
      `UPDATE moderation_decisions SET appealed_at = now() - $1 * interval '1 hour' WHERE appeal_decision IS NULL`,
      [hours],
    );
  const remind = async (appeal: string) => {
    await writeReminders(services);
    await writeReminders(services);
    const { rows } = await db.pool.query<{ member_id: string }>(
      `SELECT member_id FROM notifications WHERE type = 'staff.more_needed' AND event_key = $1`,
      [appeal],
    );
    return rows.map(({ member_id }) => member_id);
  };
  expect(await refusalOf(answer(id, boss))).toBe('OWN_DECISION');
  expect(await needsMore()).toBe(true);
  await age(23);
  expect(await remind(id)).toEqual([]);
  await age(30);
  expect(await remind(id)).toEqual([boss.id]);
  const admin = await createMember(db, { app_role: 'admin' });
  expect(await needsMore()).toBe(false);
  await answer(id, admin);
  // An admin's appeal is answered by staff above them.
  const third = await createMember(db, { app_role: 'admin' });
  const theirs = await appealOf(third);
  expect(await refusalOf(answer(theirs, admin))).toBe('FORBIDDEN');
  expect(await needsMore()).toBe(true);
  const second = await createMember(db, { app_role: 'super_admin' });
  expect(await needsMore()).toBe(false);
  await age(30);
  expect(await remind(theirs)).toEqual([]);
  await answer(theirs, second);
  expect(await needsMore()).toBe(false);
});
