import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndedClaim, createMember, type TestMember } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const query = (text: string, values: unknown[]) => kindpal.services.db.pool.query(text, values);
const people = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      createMember(kindpal.services.db, { first_name: `Pal ${n}`, last_name: 'Path' }),
    ),
  ) as Promise<[TestMember, TestMember, TestMember, TestMember, TestMember, TestMember]>;
const invite = (by: TestMember, who: TestMember) =>
  query('INSERT INTO invites (code, created_by, used_by, used_at) VALUES ($1, $2, $3, now())', [
    `INV-${who.id}`,
    by.id,
    who.id,
  ]);
const work = (
  owner: TestMember,
  sitter: TestMember,
  end_reason: 'completed' | 'released' = 'completed',
) =>
  createEndedClaim(kindpal.services.db, {
    ...{ owner_id: owner.id, sitter_id: sitter.id },
    ended: { end_reason },
  });
const agree = (who: TestMember) =>
  kindpal.callerFor(who).privacy.updateSettings({ named_in_paths: true });
const path = async (from: TestMember, to: TestMember) =>
  (await kindpal.callerFor(from).member.getTrustPath({ member_id: to.id })).between;
const names = async (from: TestMember, to: TestMember) =>
  (await path(from, to))?.map((person) => person?.full_name ?? null);

describe('how two members know each other [R1]', () => {
  it('is an invite or a finished job, from either side, and not a released one', async () => {
    const [one, two, three, four] = await people(6);
    await invite(one, two);
    await work(two, three);
    await work(three, four, 'released');
    expect([await path(one, two), await path(two, one)]).toEqual([[], []]);
    expect([await path(two, three), await path(three, two)]).toEqual([[], []]);
    expect(await path(three, four)).toBeNull();
  });

  it('is the shortest path of at most four steps, in order', async () => {
    const line = await people(6);
    for (const [place, who] of line.entries()) {
      const next = line[place + 1];
      if (next) await (place % 2 ? work(who, next) : invite(who, next));
      await agree(who);
    }
    const [one, two, three, four, five, six] = line;
    expect(await names(one, five)).toEqual(['Pal 1 Path', 'Pal 2 Path', 'Pal 3 Path']);
    expect(await names(five, one)).toEqual(['Pal 3 Path', 'Pal 2 Path', 'Pal 1 Path']);
    expect(await names(two, five)).toEqual(['Pal 2 Path', 'Pal 3 Path']);
    expect(await path(one, six)).toBeNull();
    await work(two, four);
    expect(await names(one, five)).toEqual(['Pal 1 Path', 'Pal 3 Path']);
    expect(await names(one, three)).toEqual(['Pal 1 Path']);
  });

  it('names intermediate members only if they agreed, and shows nothing else of them', async () => {
    const [one, two, three, four] = await people(6);
    await invite(one, two);
    await invite(two, three);
    await invite(three, four);
    expect(await path(one, four)).toEqual([null, null]);
    await agree(three);
    expect(await path(one, four)).toEqual([null, { id: three.id, full_name: 'Pal 2 Path' }]);
  });

  it('never includes a member who is suspended or has left, and takes another path', async () => {
    const [one, two, three, other] = await people(6);
    await invite(one, two);
    await invite(two, three);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [two.id]);
    expect(await path(one, three)).toBeNull();
    await work(one, other);
    await work(other, three);
    expect(await path(one, three)).toEqual([null]);
    expect(await refusalOf(path(one, two))).toBe('NOT_FOUND');
  });

  it('never includes a suspended member in the middle of four steps', async () => {
    const line = await people(5);
    for (const [place, who] of line.entries()) {
      const next = line[place + 1];
      if (next) await invite(who, next);
    }
    const [one, , three, , five] = line;
    expect(await path(one, five)).toHaveLength(3);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [three.id]);
    expect(await path(one, five)).toBeNull();
  });

  it.each([
    ['the reader', 0, 2],
    ['who it leads to', 4, 2],
    ['the next in line', 1, 2],
    ['another in the middle', 1, 3],
  ])('never includes a member who is blocked from %s', async (_, blocker, blocked) => {
    const line = await people(5);
    for (const [place, who] of line.entries()) {
      const next = line[place + 1];
      if (next) await invite(who, next);
    }
    const [one, , , , five] = line;
    expect(await path(one, five)).toHaveLength(3);
    await query('INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      line[blocker]?.id,
      line[blocked]?.id,
    ]);
    expect(await path(one, five)).toBeNull();
    expect(await path(five, one)).toBeNull();
  });

  it('is not shown to staff either across a block, although they see the profile', async () => {
    const [one, two] = await people(6);
    const staff = await createMember(kindpal.services.db, { app_role: 'admin' });
    await invite(one, two);
    await invite(two, staff);
    expect(await path(staff, one)).toEqual([null]);
    await kindpal.callerFor(one).block.create({ member_id: staff.id });
    expect(await path(staff, one)).toBeNull();
  });

  it('is not found across a block, is empty for oneself, and is hidden from visitors', async () => {
    const [one, two] = await people(6);
    await invite(one, two);
    await kindpal.callerFor(two).block.create({ member_id: one.id });
    expect(await refusalOf(path(one, two))).toBe('NOT_FOUND');
    expect(await refusalOf(path(two, one))).toBe('NOT_FOUND');
    expect(await path(one, one)).toBeNull();
    const outside = kindpal.callerFor(null).member.getTrustPath({ member_id: one.id });
    expect(await refusalOf(outside)).toBe('UNAUTHORIZED');
  });

  it('reads a bounded part of a community in which everybody knows thousands', async () => {
    const [one, two] = await people(6);
    const hubs = await people(3);
    await query(
      `WITH crowd AS (SELECT gen_random_uuid() AS id FROM generate_series(1, 4000)),
        accounts AS (INSERT INTO auth."user" (id, name, email)
          SELECT id, 'C', id || '@example.org' FROM crowd RETURNING id),
        members AS (INSERT INTO users (id, first_name, role, active_role)
          SELECT id, 'C', 'both', 'pet_owner' FROM accounts RETURNING id),
        ends AS (SELECT unnest($1::uuid[]) AS id)
       INSERT INTO acquaintances (member_id, other_id)
       SELECT ends.id, members.id FROM ends, members
       UNION ALL SELECT members.id, ends.id FROM ends, members`,
      [[one.id, two.id, ...hubs.map(({ id }) => id)]],
    );
    await work(one, two);
    expect(await path(one, two)).toEqual([]);
    expect(await path(one, hubs[0])).toHaveLength(1);
  });
});
