import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, type TestMember } from '../../testing/factories.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let boss: TestMember;
let member: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  boss = await createMember(kindpal.services.db, { app_role: 'super_admin' });
  member = await createMember(kindpal.services.db, {});
});
afterAll(() => kindpal.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;
const as = (who: TestMember) => kindpal.callerFor(who);
const provedBefore = (minutes: number) =>
  query(
    `UPDATE auth.session SET confirmed_at = now() - make_interval(mins => $2) WHERE user_id = $1`,
    [boss.id, minutes],
  );
const reason = 'They asked sitters to pay a deposit.';
const ends_at = new Date(Date.now() + 86_400_000).toISOString();

/** A report about the member that the super admin handles. */
async function takeReport(): Promise<string> {
  const reporter = await createMember(kindpal.services.db, {});
  const [{ id }] = await query(
    `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, details, snapshot)
     VALUES ($1, $2, 'profile', $2, 'fraud', 'A deposit', '{}') RETURNING id`,
    [reporter.id, member.id],
  );
  await as(boss).report.take({ id });
  return id;
}

/** A ban by somebody else, and its member, who appealed. */
async function makeBan() {
  const { db } = kindpal.services;
  const other = await createMember(db, { app_role: 'super_admin' });
  const { id: member_id } = await createMember(db, {});
  const { id } = await as(other).moderation.suspend({ member_id, ends_at: null, reason });
  await query(
    `UPDATE moderation_decisions SET appeal = 'Please', appealed_at = now() WHERE id = $1`,
    [id],
  );
  return { id, member_id };
}

const DANGEROUS: Record<string, () => Promise<unknown>> = {
  'a change of a role': () =>
    as(boss).staff.setUserRole({ user_id: member.id, role: 'admin', seen_role: 'user' }),
  'a further super admin': () => as(boss).staff.createSuperAdmin({ user_id: member.id }),
  'a reset of second factors': () => as(boss).staff.resetFactors({ user_id: member.id, reason }),
  'a suspension': () =>
    as(boss).moderation.suspend({ member_id: member.id, ends_at, reason, note: '' }),
  'a suspension by report': async () =>
    as(boss).report.decide({ id: await takeReport(), kind: 'suspend', reason, ends_at }),
  'a ban by report': async () =>
    as(boss).report.decide({ id: await takeReport(), kind: 'ban', reason }),
};
const LIFTING: Record<string, (ban: string) => Promise<unknown>> = {
  'lifting a ban': (id) => as(boss).moderation.undo({ id, reason }),
  'granting the appeal against a ban': (id) =>
    as(boss).moderation.decideAppeal({ id, decision: 'granted', answer: reason }),
};

/** Expects that an action is refused and changes nothing until its caller proves their identity. */
async function expectProofNeeded(act: () => Promise<unknown>): Promise<void> {
  const look = async () => [
    await query('SELECT user_id, role FROM user_roles ORDER BY user_id'),
    await query('SELECT id FROM users WHERE suspended_at IS NOT NULL'),
    await query('SELECT id, ended_at, appeal_decision FROM moderation_decisions ORDER BY id'),
  ];
  const before = await look();
  await provedBefore(11);
  expect(await refusalOf(act())).toBe('REAUTHENTICATION_NEEDED');
  expect(await look()).toEqual(before);
  // As after a sign-in at an outside provider.
  await query('UPDATE auth.session SET confirmed_at = NULL WHERE user_id = $1', [boss.id]);
  expect(await refusalOf(act())).toBe('REAUTHENTICATION_NEEDED');
  expect(await look()).toEqual(before);
  await provedBefore(9);
}

test.each(Object.entries(DANGEROUS))(
  '%s needs a proof of identity within the last 10 minutes [U10] [S3] [S4]',
  async (_, act) => {
    await expectProofNeeded(act);
    expect(await outcomeOf(act())).not.toBe('REAUTHENTICATION_NEEDED');
    await query('UPDATE users SET suspended_at = NULL WHERE id = $1', [member.id]);
    await query('DELETE FROM user_roles WHERE user_id = $1', [member.id]);
  },
);

test.each(Object.entries(LIFTING))(
  '%s needs one as well, and then lets the member sign in again [U10] [S4]',
  async (_, lift) => {
    const { id, member_id } = await makeBan();
    await expectProofNeeded(() => lift(id));
    expect(await outcomeOf(lift(id))).toBe('ok');
    expect(await query('SELECT suspended_at FROM users WHERE id = $1', [member_id])).toEqual([
      { suspended_at: null },
    ]);
  },
);

test('a member without permission is told so, whatever they proved; a warning needs no proof, nor does taking it back [S3] [S4]', async () => {
  const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
  await query(`UPDATE auth.session SET confirmed_at = now() - interval '1 day'`);
  const change = as(admin).staff.setUserRole({ user_id: member.id, role: 'admin' });
  expect(await refusalOf(change)).toBe('FORBIDDEN');
  const reset = as(admin).staff.resetFactors({ user_id: member.id, reason });
  expect(await refusalOf(reset)).toBe('FORBIDDEN');
  const warned = await as(boss).report.decide({ id: await takeReport(), kind: 'warn', reason });
  expect(warned.decided_at).not.toBe(null);
  const [warning] = await query(`SELECT id FROM moderation_decisions WHERE kind = 'warn'`);
  const undone = await as(boss).moderation.undo({ id: warning.id, reason });
  expect(undone.ended_as).toBe('undone');
});
