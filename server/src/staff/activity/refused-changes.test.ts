import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../../testing/factories.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let boss: TestMember;
let admin: TestMember;
/** Members in the states that staff may learn: none, a role, suspended. */
let targets: TestMember[];
beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  boss = await createMember(db, { app_role: 'super_admin' });
  admin = await createMember(db, { app_role: 'admin' });
  targets = [
    await createMember(db, {}),
    await createMember(db, { app_role: 'admin' }),
    await createMember(db, { app_role: 'super_admin' }),
    await createMember(db, { suspended_at: new Date() }),
  ];
});
afterAll(() => kindpal.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;
const as = (who: TestMember) => kindpal.callerFor(who);
const reason = 'They asked sitters to pay a deposit.';

/** How many views of a member or job are in the activity log. */
const viewsOf = async (id: string) =>
  (
    await query(
      `SELECT FROM admin_activity_logs WHERE action LIKE '%\\_read'
        AND (target_id = $1 OR details->'ids' ? $1::text)`,
      [id],
    )
  ).length;
const proveBefore = (minutes: number) =>
  query('UPDATE auth.session SET confirmed_at = now() - make_interval(mins => $1)', [minutes]);

const CHANGES: Record<string, (by: TestMember, user_id: string) => Promise<unknown>> = {
  'a suspension': (by, member_id) =>
    as(by).moderation.suspend({ member_id, ends_at: null, reason, note: '' }),
  'a change of a role': (by, user_id) =>
    as(by).staff.setUserRole({ user_id, role: 'admin', seen_role: 'user' }),
  'a further super admin': (by, user_id) => as(by).staff.createSuperAdmin({ user_id }),
  'a reset of second factors': (by, user_id) => as(by).staff.resetFactors({ user_id, reason }),
};

test.each(Object.entries(CHANGES))(
  '%s tells the same of every member until its caller has proved their identity [S3] [U10]',
  async (_, change) => {
    await proveBefore(60);
    const said = await Promise.all(targets.map(({ id }) => refusalOf(change(boss, id))));
    await proveBefore(0);
    expect(said).toEqual(targets.map(() => 'REAUTHENTICATION_NEEDED'));
  },
);

test('a change that is refused because of its target is logged as a view of it [S3]', async () => {
  const removal = (by: TestMember, user_id: string) =>
    as(by).staff.removeProfilePart({ user_id, part: 'bio', seen: 'a guess', reason });
  const tries = [
    ['FORBIDDEN', admin, targets[2], CHANGES['a suspension']],
    ['FORBIDDEN', admin, targets[1], removal],
    ['CONTENT_CHANGED', admin, targets[0], removal],
    ['ROLE_CHANGED', boss, targets[2], CHANGES['a change of a role']],
    ['NOT_FOUND', boss, targets[3], CHANGES['a change of a role']],
    ['NOT_FOUND', boss, targets[3], CHANGES['a further super admin']],
    ['ALREADY_SUPER_ADMIN', boss, targets[2], CHANGES['a further super admin']],
    ['NO_FACTORS', boss, targets[0], CHANGES['a reset of second factors']],
  ] as const;
  for (const [refusal, by, target, change] of tries) {
    const { id } = target as TestMember;
    const before = await viewsOf(id);
    expect(await outcomeOf((change as typeof removal)(by, id))).toBe(refusal);
    expect(await viewsOf(id), refusal).toBe(before + 1);
  }
});

test('a suspension with an impossible end says so of every member alike [S3] [U10]', async () => {
  for (const days of [-1, 4_000]) {
    const ends_at = new Date(Date.now() + days * 86_400_000).toISOString();
    for (const { id } of targets) {
      const tried = as(admin).moderation.suspend({ member_id: id, ends_at, reason, note: '' });
      expect(await refusalOf(tried)).toBe('INVALID_INPUT');
    }
  }
});

/** A decision about a member, by default a warning that stands. */
async function decide(member_id: string, given: { kind?: string; over?: boolean } = {}) {
  const { kind = 'warn', over = false } = given;
  const [row] = await query(
    `INSERT INTO moderation_decisions (member_id, kind, reason, decided_by, ends_at, ended_at, ended_as)
     VALUES ($1, $2, 'Rude', $3, CASE WHEN $2 = 'suspend' THEN now() + interval '3 days' END,
       CASE WHEN $4 THEN now() END, CASE WHEN $4 THEN 'undone' END) RETURNING id`,
    [member_id, kind, boss.id, over],
  );
  return row.id as string;
}
const undo = (by: TestMember, id: string) => as(by).moderation.undo({ id, reason });
const answer = (by: TestMember, id: string, decision: 'granted' | 'upheld') =>
  as(by).moderation.decideAppeal({ id, decision, answer: reason });

/** A report of a member's profile that an admin has taken. */
async function takeReport(member_id: string) {
  const { db } = kindpal.services;
  const reporter = await createMember(db);
  await as(reporter).report.send({
    subject_type: 'profile',
    subject_id: member_id,
    reason: 'spam',
    details: '',
    block: false,
  });
  const [{ id }] = await query('SELECT id FROM reports WHERE reporter_id = $1', [reporter.id]);
  await as(admin).report.take({ id });
  return id as string;
}
const suspendAfterReport = (by: TestMember, id: string) =>
  as(by).report.decide({
    id,
    kind: 'suspend',
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    reason,
    note: '',
  });

test('ending or imposing a suspension by a decision needs a proof first, for every member alike [S3] [U10]', async () => {
  const decisions = [
    await decide((targets[0] as TestMember).id, { kind: 'suspend', over: true }),
    await decide((targets[1] as TestMember).id, { kind: 'suspend' }),
    await decide((targets[3] as TestMember).id, { kind: 'suspend' }),
  ];
  const reported = await createMember(kindpal.services.db);
  const report = await takeReport(reported.id);
  await query('UPDATE users SET suspended_at = now() WHERE id = $1', [reported.id]);
  await proveBefore(60);
  const said = await Promise.all([
    ...decisions.map((id) => refusalOf(undo(admin, id))),
    ...decisions.map((id) => refusalOf(answer(admin, id, 'granted'))),
    refusalOf(suspendAfterReport(admin, report)),
    refusalOf(suspendAfterReport(boss, report)),
  ]);
  await proveBefore(0);
  expect([...new Set(said)]).toEqual(['REAUTHENTICATION_NEEDED']);
});

test('a refused decision about a member is logged as a view of them [S3] [S4]', async () => {
  const [member, ofStaff] = targets as [TestMember, TestMember];
  const over = await decide(member.id, { over: true });
  const about = await decide(ofStaff.id);
  const tries = [
    ['DECISION_OVER', member, () => undo(admin, over)],
    ['FORBIDDEN', ofStaff, () => undo(admin, about)],
    ['DECISION_OVER', member, () => answer(admin, over, 'upheld')],
    ['FORBIDDEN', ofStaff, () => answer(admin, about, 'upheld')],
  ] as const;
  for (const [refusal, { id }, change] of tries) {
    const before = await viewsOf(id);
    expect(await refusalOf(change())).toBe(refusal);
    expect(await viewsOf(id), refusal).toBe(before + 1);
  }
  // For staff whose report led to it, it does not exist.
  await query(
    `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot,
       decided_at, decision_id) VALUES ($1, $2, 'profile', $2, 'spam', '{}', now(), $3)`,
    [admin.id, member.id, over],
  );
  const before = await viewsOf(member.id);
  expect(await refusalOf(undo(admin, over))).toBe('NOT_FOUND');
  expect(await viewsOf(member.id)).toBe(before);
});

test('a refusal that shows the state of a report, or of a side of it, is logged as a view of it [S3] [S4]', async () => {
  const reported = await createMember(kindpal.services.db);
  const id = await takeReport(reported.id);
  await query('UPDATE users SET suspended_at = now() WHERE id = $1', [reported.id]);
  const ask = (by: TestMember) =>
    as(by).hearing.ask({ report_id: id, side: 'member', question: 'Why did you do it?' });
  const tries = [
    ['ALREADY_SUSPENDED', () => suspendAfterReport(admin, id)],
    ['REPORT_TAKEN', () => suspendAfterReport(boss, id)],
    ['CANNOT_BE_ASKED', () => ask(admin)],
    ['REPORT_TAKEN', () => ask(boss)],
    ['REPORT_TAKEN', () => as(boss).report.take({ id })],
    ['NO_CHAT', () => as(admin).reading.ask({ report_id: id, reason })],
  ] as const;
  for (const [refusal, change] of tries) {
    const before = await viewsOf(id);
    expect(await refusalOf(change())).toBe(refusal);
    expect(await viewsOf(id), refusal).toBe(before + 1);
  }
});

test('a refusal that shows the state of what waits for staff is logged like its list [S3]', async () => {
  const { db } = kindpal.services;
  const member = targets[0] as TestMember;
  const insert = async (text: string, values: unknown[]) =>
    (await query(`${text} RETURNING id`, values))[0].id as string;
  const author = targets[1] as TestMember;
  const { claim_id } = await createEndedClaim(db, { owner_id: author.id });
  const review = await insert(
    `INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, publish_at, rating,
       would_repeat) SELECT id, 'owner', $2, sitter_id, 'completed', now(), 5, true
     FROM job_claims WHERE id = $1`,
    [claim_id, author.id],
  );
  await as(member).identity.request({});
  const [check] = await query('SELECT id FROM identity_checks WHERE member_id = $1', [member.id]);
  const asked = await insert(`INSERT INTO feedback (user_id, message) VALUES ($1, 'Please help')`, [
    member.id,
  ]);
  const more = await insert(
    `INSERT INTO invite_requests (user_id, message) VALUES ($1, 'More please')`,
    [member.id],
  );
  await as(boss).invite.decideRequest({ id: more, decision: 'refused', reason });
  const entry = (email: string, invited: Date | null) =>
    insert(
      `INSERT INTO waitlist_entries (email, full_name, confirmed_at, invited_at)
       VALUES ($1, 'W', now(), $2)`,
      [email, invited],
    );
  const [joined, invited] = [
    await entry(member.email, null),
    await entry('w2@example.org', new Date()),
  ];
  const tries = [
    ['FORBIDDEN', review, () => as(admin).review.hide({ review_id: review, reason })],
    ['FORBIDDEN', review, () => as(admin).review.restore({ review_id: review })],
    ['CHECK_OVER', member.id, () => as(admin).identity.decide({ id: check.id, step: 'confirm' })],
    [
      'FEEDBACK_CHANGED',
      asked,
      () => as(admin).feedback.update({ id: asked, status: 'closed', version: 99 }),
    ],
    [
      'ALREADY_DECIDED',
      more,
      () => as(admin).invite.decideRequest({ id: more, decision: 'granted', reason }),
    ],
    ['ALREADY_MEMBER', joined, () => as(admin).waitlist.invite({ id: joined })],
    ['ALREADY_INVITED', invited, () => as(admin).waitlist.invite({ id: invited })],
  ] as const;
  for (const [refusal, id, change] of tries) {
    const before = await viewsOf(id);
    expect(await refusalOf(change())).toBe(refusal);
    expect(await viewsOf(id), refusal).toBe(before + 1);
  }
});

test('who is no longer a super admin is refused because of that, which is no view [S3]', async () => {
  const { db } = kindpal.services;
  const demoted = await createMember(db, { app_role: 'super_admin' });
  const { id: user_id } = targets[0] as TestMember;
  const before = await viewsOf(user_id);
  const held = await db.pool.connect();
  await held.query('BEGIN');
  await held.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [demoted.id]);
  await held.query(`UPDATE user_roles SET role = 'admin' WHERE user_id = $1`, [demoted.id]);
  const tried = refusalOf(
    as(demoted).staff.setUserRole({ user_id, role: 'admin', seen_role: 'user' }),
  );
  await untilLockWaits(db.pool, 1);
  await held.query('COMMIT');
  held.release();
  expect(await tried).toBe('FORBIDDEN');
  expect(await viewsOf(user_id)).toBe(before);
});

test('taking down a job of staff is refused, and logged as a view of it [S4]', async () => {
  const job = await createJob(kindpal.services.db, { owner_id: (targets[2] as TestMember).id });
  const tried = as(admin).staff.takeDownJob({ job_id: job.id, reason });
  expect(await refusalOf(tried)).toBe('FORBIDDEN');
  expect(await viewsOf(job.id)).toBe(1);
});
