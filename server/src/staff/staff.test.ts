import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminActivityLogs } from '../db/schema/staff.ts';
import { createMember } from '../testing/factories.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { setupToken } from './users/setup-token.ts';

let kindpal: TestKindpal;
beforeEach(async () => {
  kindpal = await startTestKindpal();
});
afterEach(() => kindpal.stop());

const readLog = () => kindpal.services.db.drizzle.select().from(adminActivityLogs);
const token = () => setupToken(kindpal.services.secret);

test('the first super admin uses the token from the console [S5]', async () => {
  const member = await createMember(kindpal.services.db);
  const api = kindpal.callerFor(member);
  expect(await kindpal.callerFor(null).staff.superAdminExists()).toBe(false);
  expect(await refusalOf(api.staff.getSuperAdmin({ user_id: member.id }))).toBe('NOT_FOUND');
  const typed = token().toLowerCase().replaceAll('-', ' ');
  const made = await api.staff.createSuperAdmin({ user_id: member.id, setup_token: typed });
  expect(made).toMatchObject({ user_id: member.id, created_by: member.id });
  expect(await api.staff.getSuperAdmin({ user_id: member.id })).toEqual(made);
  expect(await kindpal.callerFor(null).staff.superAdminExists()).toBe(true);
  expect((await api.account.getUser()).app_role).toBe('super_admin');
  expect(await readLog()).toMatchObject([
    { admin_id: member.id, action: 'role_change', details: { new_role: 'super_admin' } },
  ]);
});

test('a wrong token or none makes nobody super admin, and guessing is limited [S5]', async () => {
  const member = await createMember(kindpal.services.db);
  const api = kindpal.callerFor(member);
  const attempt = (setup_token?: string) =>
    refusalOf(api.staff.createSuperAdmin({ user_id: member.id, setup_token }));
  expect(await attempt()).toBe('WRONG_SETUP_TOKEN');
  for (let n = 0; n < 9; n += 1) {
    expect(await attempt(`0000-${n}`)).toBe('WRONG_SETUP_TOKEN');
  }
  expect(await attempt(token())).toBe('TOO_MANY_REQUESTS');
  expect(await api.staff.superAdminExists()).toBe(false);
});

test('of many concurrent set-ups one becomes super admin [S5]', async () => {
  const { db } = kindpal.services;
  const members = await Promise.all(Array.from({ length: 8 }, () => createMember(db)));
  const answers = await Promise.all(
    members.map((member) =>
      outcomeOf(
        kindpal
          .callerFor(member)
          .staff.createSuperAdmin({ user_id: member.id, setup_token: token() }),
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'SETUP_CLOSED')).toHaveLength(7);
});

test('once there is a super admin, set-up is closed and only they make others [S5]', async () => {
  const { db } = kindpal.services;
  const first = await createMember(db, { app_role: 'super_admin' });
  const admin = await createMember(db, { app_role: 'admin' });
  const self = { user_id: admin.id, setup_token: token() };
  expect(await refusalOf(kindpal.callerFor(admin).staff.createSuperAdmin(self))).toBe(
    'SETUP_CLOSED',
  );
  const api = kindpal.callerFor(first);
  const made = await api.staff.createSuperAdmin({ user_id: admin.id, created_by: first.id });
  expect(made).toMatchObject({ user_id: admin.id, created_by: first.id });
  expect(await readLog()).toMatchObject([{ admin_id: first.id, target_id: admin.id }]);
  const again = await errorOf(api.staff.createSuperAdmin({ user_id: admin.id }));
  expect(again).toMatchObject({
    code: 'ALREADY_SUPER_ADMIN',
    data: { details: { code: '23505' } },
  });
  const suspended = await createMember(db, { suspended_at: new Date() });
  for (const user_id of [randomUUID(), suspended.id]) {
    expect(await refusalOf(api.staff.createSuperAdmin({ user_id }))).toBe('NOT_FOUND');
  }
});

test('a super admin who is demoted while their call is running makes no other [S5]', async () => {
  const { db } = kindpal.services;
  // One super admin always remains.
  await createMember(db, { app_role: 'super_admin' });
  const demoted = await createMember(db, { app_role: 'super_admin' });
  const accomplice = await createMember(db);
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [demoted.id]);
  await client.query("UPDATE user_roles SET role = 'user' WHERE user_id = $1", [demoted.id]);
  const call = outcomeOf(
    kindpal.callerFor(demoted).staff.createSuperAdmin({ user_id: accomplice.id }),
  );
  // It has passed its guard with the role that is being removed, and now waits for the lock, or
  // is done.
  await Promise.race([call, untilLockWaits(kindpal.services.db.pool, 1)]);
  await client.query('COMMIT');
  client.release();
  expect(await call).toBe('FORBIDDEN');
  expect((await kindpal.callerFor(accomplice).account.getUser()).app_role).toBe('user');
});

test('nobody acts in another member’s name [S5] [S6]', async () => {
  const { db } = kindpal.services;
  const [one, other] = [await createMember(db), await createMember(db)];
  const api = kindpal.callerFor(one);
  const setup_token = token();
  const attempts = [
    () => api.staff.createSuperAdmin({ user_id: other.id, setup_token }),
    () => api.staff.createSuperAdmin({ user_id: one.id, created_by: other.id, setup_token }),
    () => api.staff.getSuperAdmin({ user_id: other.id }),
    () => api.staff.getUserRole({ _user_id: other.id }),
  ];
  for (const attempt of attempts) expect(await refusalOf(attempt())).toBe('FORBIDDEN');
  expect(await kindpal.callerFor(null).staff.superAdminExists()).toBe(false);
});

test('a member sees their own role, staff anybody’s, which is logged [U15] [X3]', async () => {
  const { db } = kindpal.services;
  const member = await createMember(db);
  const admin = await createMember(db, { app_role: 'admin' });
  expect(await kindpal.callerFor(member).staff.getUserRole({ _user_id: member.id })).toBe('user');
  expect(await kindpal.callerFor(admin).staff.getUserRole({ _user_id: admin.id })).toBe('admin');
  expect(await readLog()).toEqual([]);
  expect(await kindpal.callerFor(admin).staff.getUserRole({ _user_id: member.id })).toBe('user');
  expect(await kindpal.callerFor(admin).staff.getUserRole({ _user_id: randomUUID() })).toBe('user');
  expect(await readLog()).toMatchObject([
    { admin_id: admin.id, action: 'role_read', target_id: member.id },
    { admin_id: admin.id, action: 'role_read' },
  ]);
});
