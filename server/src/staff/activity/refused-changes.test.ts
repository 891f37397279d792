import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJob, createMember, type TestMember } from '../../testing/factories.ts';
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

test('taking down a job of staff is refused, and logged as a view of it [S4]', async () => {
  const job = await createJob(kindpal.services.db, { owner_id: (targets[2] as TestMember).id });
  const tried = as(admin).staff.takeDownJob({ job_id: job.id, reason });
  expect(await refusalOf(tried)).toBe('FORBIDDEN');
  expect(await viewsOf(job.id)).toBe(1);
});
