import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { findReport } from './queries.ts';

/*
 * The rule of which staff are neutral stands twice: in `notify_report` (migration 0082), which
 * notifies them, and in `HANDLES` (policy.ts), which shows them the report. [S4]
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
