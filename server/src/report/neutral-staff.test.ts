import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { findReport } from './queries.ts';

/*
 * The rule of which staff are neutral stands twice: in `notify_report` (migration 0082), which
 * notifies them, and in `HANDLES` (policy.ts), which shows them the report, also in the log. [S4]
 */
let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const db = () => kindpal.services.db;
const query = async (text: string, values: unknown[]) => (await db().pool.query(text, values)).rows;

type Report = { member_id?: string; reporter_id?: string | null; type?: string; subject?: string };

async function send({ type = 'job', subject = randomUUID(), ...who }: Report, reason = 'spam') {
  const member_id = who.member_id ?? (await createMember(db())).id;
  const reporter_id =
    who.reporter_id === undefined ? (await createMember(db())).id : who.reporter_id;
  const signal = reporter_id ? null : 'first_post';
  const [report] = await query(
    `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot, signal, facts)
     VALUES ($1, $2, $3, $4, $5, '{"title": "A job"}', $6, $7) RETURNING id`,
    [reporter_id, member_id, type, subject, reason, signal, signal && [subject]],
  );
  return report.id as string;
}

/** A review of a sitter's job; the other side is somebody else if not given. */
async function review(given: { owner_id?: string; sitter_id?: string }): Promise<string> {
  const { claim_id, owner } = await createEndedClaim(db(), given);
  const [row] = await query(
    `INSERT INTO reviews (claim_id, side, reviewer_id, rating, would_repeat)
     VALUES ($1, 'owner', $2, 5, true) RETURNING id`,
    [claim_id, owner.id],
  );
  return row.id as string;
}

/** What each makes of a staff member, who is notified and sees the report if `neutral`. */
const CASES: [string, boolean, (staff: TestMember) => Promise<Report>][] = [
  ['has nothing to do with it', true, async () => ({})],
  ['has nothing to do with a signal', true, async () => ({ reporter_id: null })],
  ['sent it', false, async ({ id }) => ({ reporter_id: id })],
  ['is the reported member', false, async ({ id }) => ({ member_id: id })],
  ['is the member of a signal', false, async ({ id }) => ({ member_id: id, reporter_id: null })],
  [
    'owns the reported job',
    false,
    async ({ id }) => ({
      member_id: id,
      subject: (await createJob(db(), { owner_id: id })).id,
    }),
  ],
  [
    'reported the same earlier',
    false,
    async ({ id }) => {
      const subject = randomUUID();
      await send({ reporter_id: id, subject });
      return { subject };
    },
  ],
  [
    'reported the same earlier, which is decided',
    true,
    async ({ id }) => {
      const subject = randomUUID();
      const earlier = await send({ reporter_id: id, subject });
      await query('UPDATE reports SET decided_at = now() WHERE id = $1', [earlier]);
      return { subject };
    },
  ],
  [
    'reported something else of that member',
    true,
    async ({ id }) => {
      const { id: member_id } = await createMember(db());
      await send({ reporter_id: id, member_id });
      return { member_id };
    },
  ],
  [
    'is who the reported review is about',
    false,
    async ({ id }) => ({ type: 'review', subject: await review({ sitter_id: id }) }),
  ],
  [
    'is who another review is about',
    true,
    async ({ id }) => {
      await review({ sitter_id: id });
      return { type: 'review', subject: await review({}) };
    },
  ],
  [
    'wrote the reported review',
    false,
    async ({ id }) => ({
      ...{ type: 'review', member_id: id },
      subject: await review({ owner_id: id }),
    }),
  ],
  [
    'holds the reported job',
    false,
    async ({ id }) => ({ subject: (await createClaim(db(), { sitter_id: id })).job.id }),
  ],
  [
    'holds the reported first job of a member',
    false,
    async ({ id }) => ({
      ...{ reporter_id: null },
      subject: (await createClaim(db(), { sitter_id: id })).job.id,
    }),
  ],
  [
    'held the reported job',
    true,
    async ({ id }) => ({ subject: (await createEndedClaim(db(), { sitter_id: id })).job_id }),
  ],
  [
    'holds another job',
    true,
    async ({ id }) => {
      await createClaim(db(), { sitter_id: id });
      return { subject: (await createJob(db())).id };
    },
  ],
];

const ROLES = ['admin', 'super_admin'] as const;
const REASONS = ['spam', 'danger'] as const;

it.each(CASES)(
  'a staff member who %s is notified and sees the report: %s [S4]',
  async (_, neutral, relate) => {
    for (const app_role of ROLES) {
      for (const reason of REASONS) {
        const staff = await createMember(db(), { app_role });
        const id = await send(await relate(staff), reason);
        const told = await query(
          `SELECT FROM notifications WHERE member_id = $1 AND event_key = $2 AND type LIKE 'staff.%'`,
          [staff.id, id],
        );
        const isShown = await findReport(db().drizzle, { id, staffId: staff.id });
        const found = { isNotified: told.length === 1, isShown: isShown !== undefined };
        expect({ app_role, reason, ...found }).toEqual({
          ...{ app_role, reason },
          ...{ isNotified: neutral, isShown: neutral },
        });
      }
    }
  },
);

it.each(CASES)(
  'a super admin who %s reads in the activity log that colleagues viewed the report: %s [S3] [S4]',
  async (_, neutral, relate) => {
    const staff = await createMember(db(), { app_role: 'super_admin' });
    const colleague = await createMember(db(), { app_role: 'admin' });
    const id = await send(await relate(staff));
    for (const details of [{ ids: [id] }, {}]) {
      await query(
        `INSERT INTO admin_activity_logs (admin_id, action, target_type, target_id, details)
         VALUES ($1, 'reports_read', 'report', $2, $3)`,
        [colleague.id, 'ids' in details ? null : id, details],
      );
    }
    const { items } = await kindpal
      .callerFor(staff)
      .staff.listActivity({ admin_id: colleague.id, limit: 50 });
    expect(items).toHaveLength(neutral ? 2 : 0);
  },
);

it.each(CASES)(
  'a staff member who %s finds the report in the figures of both sides: %s [S4]',
  async (_, neutral, relate) => {
    const staff = await createMember(db(), { app_role: 'admin' });
    const given = await relate(staff);
    const member_id = given.member_id ?? (await createMember(db())).id;
    const reporter_id =
      given.reporter_id === undefined ? (await createMember(db())).id : given.reporter_id;
    const about = member_id !== staff.id && (await send({ member_id }));
    const by = reporter_id && reporter_id !== staff.id && (await send({ reporter_id }));
    const sidesOf = async (id: string) => (await kindpal.callerFor(staff).report.get({ id })).sides;
    const figures = async () => ({
      ...(about && { about: (await sidesOf(about)).member.reports_about }),
      ...(by && { made: (await sidesOf(by)).reporter?.reports_made }),
    });
    await send({ ...given, member_id, reporter_id });
    // A signal is nobody's report, and not counted.
    expect(await figures()).toEqual({
      ...(about && { about: neutral && reporter_id ? 2 : 1 }),
      ...(by && { made: neutral ? 2 : 1 }),
    });
  },
);

it('a staff member’s own panel has nothing about a report of them, which colleagues read there [S4]', async () => {
  const [reporter, boss, colleague, staff] = [
    await createMember(db()),
    await createMember(db(), { app_role: 'super_admin' }),
    await createMember(db(), { app_role: 'admin' }),
    await createMember(db(), { app_role: 'admin' }),
  ];
  const as = (who: TestMember) => kindpal.callerFor(who);
  const { id } = await as(reporter).report.send({
    ...{ subject_type: 'profile', subject_id: staff.id, reason: 'harassment' },
  });
  await as(boss).report.take({ id });
  await as(boss).report.decide({ id, kind: 'dismiss', note: 'Let us watch this' });
  const panel = async (who: TestMember) =>
    (await as(who).staff.getMember({ id: staff.id })).decisions;
  expect(await panel(staff)).toEqual([]);
  expect(await panel(colleague)).toMatchObject([{ kind: 'dismiss', note: 'Let us watch this' }]);
});

it('staff who reported a member read only whether something was done, not what colleagues decided [S4]', async () => {
  const [boss, colleague, staff, member] = [
    await createMember(db(), { app_role: 'super_admin' }),
    await createMember(db(), { app_role: 'admin' }),
    await createMember(db(), { app_role: 'admin' }),
    await createMember(db()),
  ];
  const as = (who: TestMember) => kindpal.callerFor(who);
  const report = async (kind: 'dismiss' | 'warn', reporter: TestMember) => {
    const { id } = await as(reporter).report.send({
      ...{ subject_type: 'profile', subject_id: member.id, reason: 'harassment' },
    });
    await as(boss).report.take({ id });
    await as(boss).report.decide({ id, kind, reason: `Because: ${kind}`, note: `Note: ${kind}` });
  };
  await report('dismiss', staff);
  await report('warn', staff);
  await report('warn', await createMember(db()));
  const panel = async (who: TestMember) =>
    (await as(who).staff.getMember({ id: member.id })).decisions.map(({ kind }) => kind);
  expect(await panel(colleague)).toEqual(['warn', 'warn', 'dismiss']);
  expect(await panel(staff)).toEqual(['warn']);

  // Nor beside another report about the same member, nor among the appeals.
  const decided = await query(
    `SELECT decision.id FROM moderation_decisions decision JOIN reports report
       ON report.decision_id = decision.id
     WHERE report.reporter_id = $1 AND decision.kind = 'warn'`,
    [staff.id],
  );
  await as(member).moderation.appeal({ id: decided[0].id, text: 'It was somebody else.' });
  const other = await send({ member_id: member.id });
  const shown = await as(staff).report.get({ id: other });
  expect(shown.sides.member.decisions.map(({ kind }) => kind)).toEqual(['warn']);
  expect(shown.sides.member.decisions.map(({ id }) => id)).not.toContain(decided[0].id);
  const appeals = async (who: TestMember) =>
    (await as(who).moderation.listAppeals({ limit: 50 })).items.map(({ id }) => id);
  expect(await appeals(colleague)).toContain(decided[0].id);
  expect(await appeals(staff)).not.toContain(decided[0].id);
  const waiting = async (who: TestMember) =>
    (await as(who).staff.listUsers({ state: 'appealed', limit: 50 })).items.map(({ id }) => id);
  expect(await waiting(colleague)).toContain(member.id);
  expect(await waiting(staff)).not.toContain(member.id);
  const counted = async (who: TestMember) => (await as(who).report.count()).appeals;
  expect(await counted(colleague)).toBe((await counted(staff)) + 1);

  // Nor the report of somebody else that was decided with theirs.
  const same = await send({ member_id: member.id, type: 'profile', subject: member.id });
  const own = await send({
    ...{ member_id: member.id, reporter_id: staff.id, type: 'profile', subject: member.id },
  });
  await as(boss).report.take({ id: same });
  await as(boss).report.decide({ id: same, kind: 'dismiss', note: 'Together' });
  const listed = async (who: TestMember) =>
    (await as(who).report.list({ state: 'decided', limit: 50 })).items.map(({ id }) => id);
  expect(await listed(colleague)).toEqual(expect.arrayContaining([same, own]));
  expect(await listed(staff)).not.toContain(same);
  expect(await refusalOf(as(staff).report.get({ id: same }))).toBe('NOT_FOUND');
});

it('staff read a median time of decisions without reports that involve them [S4]', async () => {
  await query(
    `UPDATE reports SET created_at = created_at - interval '31 days',
       decided_at = decided_at - interval '31 days' WHERE decided_at IS NOT NULL`,
    [],
  );
  const [staff, colleague] = [
    await createMember(db(), { app_role: 'admin' }),
    await createMember(db(), { app_role: 'admin' }),
  ];
  const decide = async (report: Report, minutes: number) =>
    query(
      `UPDATE reports SET decided_at = now(), created_at = now() - $2 * interval '1 minute'
       WHERE id = $1`,
      [await send(report), minutes],
    );
  const medianFor = async (who: TestMember) =>
    (await kindpal.callerFor(who).report.count()).median_minutes;
  await decide({}, 60);
  await decide({ member_id: staff.id }, 180);
  expect([await medianFor(staff), await medianFor(colleague)]).toEqual([60, 120]);
  await decide({ reporter_id: staff.id }, 600);
  expect([await medianFor(staff), await medianFor(colleague)]).toEqual([60, 180]);
});

it('staff whose report led to a decision cannot read it by reversing it [S4]', async () => {
  const [boss, staff, member] = [
    await createMember(db(), { app_role: 'super_admin' }),
    await createMember(db(), { app_role: 'admin' }),
    await createMember(db()),
  ];
  const as = (who: TestMember) => kindpal.callerFor(who);
  const { id } = await as(staff).report.send({
    ...{ subject_type: 'profile', subject_id: member.id, reason: 'harassment' },
  });
  await as(boss).report.take({ id });
  await as(boss).report.decide({ id, kind: 'warn', reason: 'So', note: 'Not for the reporter' });
  const [{ decision_id }] = await query('SELECT decision_id FROM reports WHERE id = $1', [id]);
  const undo = (who: TestMember) => as(who).moderation.undo({ id: decision_id, reason: 'No' });
  expect(await refusalOf(undo(staff))).toBe('NOT_FOUND');
  expect(await undo(boss)).toMatchObject({ ended_as: 'undone' });
});
