import { randomUUID } from 'node:crypto';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eraseDueMembers } from '../../deletion/erase-due-members.ts';
import { createMember, type TestMember } from '../../testing/factories.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let superAdmin: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  admin = await createMember(db, { app_role: 'admin', first_name: 'Ada', last_name: 'Answers' });
  superAdmin = await createMember(db, { app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());

type Filter = { search?: string; role?: AppRole; cursor?: string; limit?: number };
const list = (filter: Filter = {}, who = admin) => kindpal.callerFor(who).staff.listUsers(filter);
const setRole = (who: TestMember, user_id: string, role: AppRole, more = {}) =>
  kindpal.callerFor(who).staff.setUserRole({ user_id, role, ...more });
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;
const logOf = (id: string) =>
  query(
    `SELECT admin_id, action, details FROM admin_activity_logs
     WHERE target_id = $1 AND action = 'role_change' ORDER BY created_at`,
    [id],
  );

describe('User Management [S3]', () => {
  it('shows ten members at a time, newest first, each once, and the total', async () => {
    const { db } = kindpal.services;
    for (let n = 0; n < 12; n += 1) await createMember(db, { last_name: `Decade${n}` });
    const first = await list({ search: 'Decade' });
    expect(first.total).toBeNull();
    expect(first.items.map(({ full_name }) => full_name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Member Decade${11 - n}`),
    );
    const second = await list({ search: 'Decade', cursor: first.next_cursor ?? '' });
    expect(second.items.map(({ full_name }) => full_name)).toEqual([
      'Member Decade1',
      'Member Decade0',
    ]);
    expect(second).toMatchObject({ next_cursor: null, total: null });
    expect((await list()).total).toBe((await query('SELECT FROM users')).length);
    for (const cursor of ['nonsense', 'x'.repeat(100)]) {
      expect(await refusalOf(list({ cursor }))).toBe('INVALID_INPUT');
    }
  });

  it('finds members by part of their name or email, in any case', async () => {
    const someone = await createMember(kindpal.services.db, {
      first_name: 'Quentin',
      last_name: 'Quill',
      is_verified: true,
    });
    const found = [expect.objectContaining({ id: someone.id })];
    for (const search of ['QUILL', 'entin qu', someone.email.toUpperCase(), ' quill ']) {
      expect((await list({ search })).items).toEqual(found);
    }
    const [row] = (await list({ search: 'quill' })).items;
    expect(row).toEqual({
      id: someone.id,
      email: someone.email,
      full_name: 'Quentin Quill',
      profile_image_url: null,
      is_verified: true,
      suspended_at: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      app_role: 'user',
      can: { change_role: false },
    });
  });

  it('treats every character of a search literally', async () => {
    const name = { first_name: '100%_\\Łukasz', last_name: "O'Brien 🐶\u202E" };
    const odd = await createMember(kindpal.services.db, name);
    const ids = async (search: string) => (await list({ search })).items.map(({ id }) => id);
    for (const search of ['100%', '%_\\', "o'brien", '🐶', '\u202E', 'łuk']) {
      expect(await ids(search)).toEqual([odd.id]);
    }
    for (const search of ['1%0', '_100', "'; DROP TABLE users; --", '%%', '\\\\']) {
      expect(await ids(search)).toEqual([]);
    }
    expect(await refusalOf(list({ search: 'x'.repeat(100_000) }))).toBe('INVALID_INPUT');
  });

  it('filters by administrative role, including members without one', async () => {
    const { db } = kindpal.services;
    const plain = await createMember(db, { last_name: 'Rolefilter' });
    const demoted = await createMember(db, { app_role: 'user', last_name: 'Rolefilter' });
    const staff = await createMember(db, { app_role: 'admin', last_name: 'Rolefilter' });
    const boss = await createMember(db, { app_role: 'super_admin', last_name: 'Rolefilter' });
    const ids = async (role: AppRole) =>
      (await list({ role, search: 'Rolefilter' })).items.map(({ id }) => id);
    expect(await ids('user')).toEqual([demoted.id, plain.id]);
    expect(await ids('admin')).toEqual([staff.id]);
    expect(await ids('super_admin')).toEqual([boss.id]);
    const { items, total } = await list({ role: 'admin' });
    expect(total).toBe(items.length);
    await query(`UPDATE user_roles SET role = 'user' WHERE user_id = $1`, [boss.id]);
  });

  it('is for staff, whose views of addresses are logged with the members shown [S6]', async () => {
    const member = await createMember(kindpal.services.db, { last_name: 'Onlyseen' });
    expect(await refusalOf(list({}, member))).toBe('FORBIDDEN');
    expect(await refusalOf(kindpal.callerFor(null).staff.listUsers({}))).toBe('UNAUTHORIZED');
    await list({ search: 'Onlyseen' });
    const [last] = await query(
      `SELECT admin_id, details FROM admin_activity_logs WHERE action = 'users_read'
       ORDER BY created_at DESC LIMIT 1`,
    );
    expect(last).toEqual({ admin_id: admin.id, details: { ids: [member.id] } });
  });

  it('logs the member that the cursor of a search reveals, and reveals no other [S6]', async () => {
    const { db } = kindpal.services;
    const sought = await createMember(db, { last_name: 'Oracle' });
    const newer = [
      await createMember(db, { last_name: 'Oracle' }),
      await createMember(db, { last_name: 'Oracle' }),
    ];
    const page = await list({ search: 'Oracle', limit: 2 });
    expect(page).toMatchObject({
      items: newer.toReversed().map(({ id }) => ({ id })),
      total: null,
    });
    const [last] = await query(
      `SELECT details FROM admin_activity_logs WHERE action = 'users_read'
       ORDER BY created_at DESC LIMIT 1`,
    );
    const { ids } = z.object({ ids: z.array(z.string()) }).parse(last?.details);
    expect(ids.toSorted()).toEqual([sought, ...newer].map(({ id }) => id).sort());
    expect((await list({ search: 'Oracle' })).total).toBe(3);
  });

  it('shows and counts no former members', async () => {
    const { db } = kindpal.services;
    const stays = await createMember(db);
    const former = await createMember(db);
    const { total } = await list();
    await query(
      `INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
       VALUES ($1, now() - interval '15 days', now() - interval '1 day')`,
      [former.id],
    );
    await eraseDueMembers(kindpal.services);
    const [row] = await query('SELECT full_name FROM users WHERE id = $1', [former.id]);
    expect(row).toEqual({ full_name: 'Former member' });
    const page = await list();
    expect(page.items[0]?.id).toBe(stays.id);
    expect(page.items.map(({ id }) => id)).not.toContain(former.id);
    expect(page.total).toBe((total ?? 0) - 1);
    expect(await list({ search: 'Former member' })).toMatchObject({ items: [], total: 0 });
    const { items } = await list({ role: 'user', limit: 50 });
    expect(items.map(({ id }) => id)).not.toContain(former.id);
  });

  it('reveals nothing about an address without a log entry, not even past the last page', async () => {
    const someone = await createMember(kindpal.services.db);
    const page = await list({ limit: 1 });
    const [, id] = JSON.parse(Buffer.from(page.next_cursor ?? '', 'base64url').toString());
    const past = JSON.stringify(['2000-01-01T00:00:00Z', id]);
    const cursor = Buffer.from(past).toString('base64url');
    expect(await list({ search: someone.email, cursor })).toEqual({
      items: [],
      next_cursor: null,
      total: null,
    });
  });

  it('offers a role change only to super admins, and never of their own', async () => {
    const offered = async (who: TestMember) =>
      (await list({ limit: 50 }, who)).items
        .filter(({ can }) => can.change_role)
        .map(({ id }) => id);
    expect(await offered(admin)).toEqual([]);
    const ids = (await list({ limit: 50 })).items.map(({ id }) => id);
    expect(await offered(superAdmin)).toEqual(ids.filter((id) => id !== superAdmin.id));
  });
});

describe('a change of role [S3]', () => {
  let member: TestMember;
  beforeEach(async () => {
    member = await createMember(kindpal.services.db);
  });

  it('by a super admin takes effect immediately, both ways, and is logged as role_change', async () => {
    // In a session with a second factor.
    await kindpal.asOwner(
      `UPDATE auth.session SET admits_staff = true WHERE id = '${member.session_id}'`,
    );
    const changed = await setRole(superAdmin, member.id, 'admin', { seen_role: 'user' });
    expect(changed).toMatchObject({ id: member.id, app_role: 'admin', can: { change_role: true } });
    expect((await kindpal.callerFor(member).staff.listUsers({})).items).not.toEqual([]);
    await setRole(superAdmin, member.id, 'user', { seen_role: 'admin' });
    expect(await refusalOf(list({}, member))).toBe('FORBIDDEN');
    expect(await logOf(member.id)).toEqual([
      {
        admin_id: superAdmin.id,
        action: 'role_change',
        details: { old_role: 'user', new_role: 'admin' },
      },
      {
        admin_id: superAdmin.id,
        action: 'role_change',
        details: { old_role: 'admin', new_role: 'user' },
      },
    ]);
    expect(
      await query('SELECT role, assigned_by FROM user_roles WHERE user_id = $1', [member.id]),
    ).toEqual([{ role: 'user', assigned_by: superAdmin.id }]);
  });

  it('to the current role is logged as a view', async () => {
    await setRole(superAdmin, member.id, 'user');
    expect(
      await query('SELECT admin_id, action FROM admin_activity_logs WHERE target_id = $1', [
        member.id,
      ]),
    ).toEqual([{ admin_id: superAdmin.id, action: 'users_read' }]);
  });

  it('keeps the super admins and the roles consistent', async () => {
    const isListed = async () =>
      (await query('SELECT FROM super_admins WHERE user_id = $1', [member.id])).length === 1;
    await setRole(superAdmin, member.id, 'super_admin');
    expect(await isListed()).toBe(true);
    expect(
      await kindpal.callerFor(member).staff.getSuperAdmin({ user_id: member.id }),
    ).toMatchObject({
      created_by: superAdmin.id,
    });
    await setRole(superAdmin, member.id, 'admin');
    expect(await isListed()).toBe(false);
  });

  it('is refused to admins, members and visitors, and in somebody else’s name [S6]', async () => {
    expect(await refusalOf(setRole(admin, member.id, 'admin'))).toBe('FORBIDDEN');
    expect(await refusalOf(setRole(member, member.id, 'super_admin'))).toBe('FORBIDDEN');
    const input = { user_id: member.id, role: 'admin' } as const;
    expect(await refusalOf(kindpal.callerFor(null).staff.setUserRole(input))).toBe('UNAUTHORIZED');
    const inAnotherName = setRole(superAdmin, member.id, 'admin', { assigned_by: admin.id });
    expect(await refusalOf(inAnotherName)).toBe('FORBIDDEN');
    expect(await logOf(member.id)).toEqual([]);
  });

  it('is never of one’s own role, and only of an existing member', async () => {
    for (const role of ['user', 'admin', 'super_admin'] as const) {
      expect(await refusalOf(setRole(superAdmin, superAdmin.id, role))).toBe('OWN_ROLE');
    }
    expect(await refusalOf(setRole(superAdmin, randomUUID(), 'admin'))).toBe('NOT_FOUND');
    const odd = setRole(superAdmin, member.id, 'owner' as never);
    expect(await refusalOf(odd)).toBe('INVALID_INPUT');
  });

  it('gives nothing to a suspended member, and removes what they had', async () => {
    const suspended = await createMember(kindpal.services.db, {
      app_role: 'admin',
      suspended_at: new Date(),
    });
    expect(await refusalOf(setRole(superAdmin, suspended.id, 'super_admin'))).toBe('NOT_FOUND');
    expect((await setRole(superAdmin, suspended.id, 'user')).app_role).toBe('user');
  });

  it('of a role that has changed since is refused, and the other’s stays', async () => {
    await setRole(superAdmin, member.id, 'admin', { seen_role: 'user' });
    const late = setRole(superAdmin, member.id, 'super_admin', { seen_role: 'user' });
    expect(await refusalOf(late)).toBe('ROLE_CHANGED');
    const { rows } = await kindpal.services.db.pool.query(
      `SELECT count(*)::int AS views FROM admin_activity_logs
       WHERE action = 'users_read' AND target_id = $1`,
      [member.id],
    );
    // After the change, and of the refusal, which tells the role.
    expect(rows).toEqual([{ views: 2 }]);
    expect((await list({ search: member.email })).items[0]?.app_role).toBe('admin');
  });

  it('sent twice is one, and of two different concurrent ones the second is told', async () => {
    await Promise.all([1, 2].map(() => setRole(superAdmin, member.id, 'admin')));
    expect(await logOf(member.id)).toHaveLength(1);
    const other = await createMember(kindpal.services.db, { app_role: 'super_admin' });
    const outcomes = await Promise.all([
      outcomeOf(setRole(superAdmin, member.id, 'user', { seen_role: 'admin' })),
      outcomeOf(setRole(other, member.id, 'super_admin', { seen_role: 'admin' })),
    ]);
    expect(outcomes.sort()).toEqual(['ROLE_CHANGED', 'ok']);
    expect(await logOf(member.id)).toHaveLength(2);
    await setRole(superAdmin, other.id, 'user');
    await setRole(superAdmin, member.id, 'user');
  });
});

describe('the last super admin [S3]', () => {
  it('of two who demote each other at once one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await createMember(kindpal.services.db, { app_role: 'super_admin' });
      const outcomes = await Promise.all([
        outcomeOf(setRole(superAdmin, other.id, 'user')),
        outcomeOf(setRole(other, superAdmin.id, 'user')),
      ]);
      expect(outcomes.sort()).toEqual(['FORBIDDEN', 'ok']);
      const left = await query('SELECT user_id FROM super_admins');
      expect(left).toHaveLength(1);
      if (left[0]?.user_id !== superAdmin.id) superAdmin = other;
    }
  });

  it('of three in a ring who demote each other at once at least one remains', async () => {
    const { db } = kindpal.services;
    const ring = [superAdmin];
    for (let n = 0; n < 2; n += 1) ring.push(await createMember(db, { app_role: 'super_admin' }));
    await Promise.all(
      ring.map((who, n) => outcomeOf(setRole(who, (ring[(n + 1) % 3] as TestMember).id, 'user'))),
    );
    const left = (await query('SELECT user_id FROM super_admins')).map(({ user_id }) => user_id);
    expect(left.length).toBeGreaterThan(0);
    superAdmin = ring.find(({ id }) => left.includes(id)) as TestMember;
  });

  it('remains even when the database is written to directly', async () => {
    const other = await createMember(kindpal.services.db, { app_role: 'super_admin' });
    await query(
      `UPDATE user_roles SET role = 'user' WHERE role = 'super_admin' AND user_id <> $1
      AND user_id <> $2`,
      [superAdmin.id, other.id],
    );
    const demote = (id: string) =>
      query(`UPDATE user_roles SET role = 'user' WHERE user_id = $1`, [id]);
    const both = await Promise.allSettled([demote(superAdmin.id), demote(other.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [left] = await query('SELECT user_id FROM super_admins');
    await expect(
      query('DELETE FROM user_roles WHERE user_id = $1', [left.user_id]),
    ).rejects.toThrow('the last super admin cannot be demoted');
    if (left.user_id !== superAdmin.id) superAdmin = other;
  });
});
