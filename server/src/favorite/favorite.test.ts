import { FAVORITES_MAX } from '@kindpal/contract/favorite/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(kindpal.services.db, { role: 'both' });
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});

const as = (who: TestMember) => kindpal.callerFor(who);
const mark = (who: TestMember, whom: TestMember) => as(who).favorite.create({ member_id: whom.id });
const favoritesOf = async (who: TestMember) =>
  (await as(who).favorite.list()).items.map(({ id }) => id);
const foundBy = async (who: TestMember) =>
  (await as(who).member.list({ favorites: 'true', limit: 50 })).items.map(({ id }) => id);

describe('a favorite', () => {
  it('is once in its member’s list, newest first, until it is removed [R8]', async () => {
    const other = await createMember(kindpal.services.db, { role: 'pet_owner' });
    for (const one of [sitter, other, sitter]) await mark(owner, one);
    expect(await favoritesOf(owner)).toEqual([other.id, sitter.id]);
    for (let n = 0; n < 2; n++) await as(owner).favorite.remove({ member_id: sitter.id });
    expect(await favoritesOf(owner)).toEqual([other.id]);
  });

  it('filters the directory to favorites who sit, together with the other filters [R8]', async () => {
    const cheap = await createMember(kindpal.services.db, {
      role: 'pet_sitter',
      payment_preference: 'hourly_rate',
      hourly_rate_amount: 10,
    });
    const petOwner = await createMember(kindpal.services.db);
    for (const one of [sitter, cheap, petOwner]) await mark(owner, one);
    expect((await foundBy(owner)).sort()).toEqual([sitter.id, cheap.id].sort());
    const { items } = await as(owner).member.list({ favorites: 'true', max_rate: '15' });
    expect(items.map(({ id }) => id)).toEqual([cheap.id]);
    expect(await foundBy(sitter)).toEqual([]);
    expect(await refusalOf(kindpal.callerFor(null).member.list({ favorites: 'true' }))).toBe(
      'UNAUTHORIZED',
    );
  });

  it('is revealed to nobody: no answer and no event differs for the favorite [R8]', async () => {
    const { pool } = kindpal.services.db;
    const told = async () =>
      JSON.stringify([
        await as(sitter).member.get({ id: owner.id }),
        await as(sitter).member.get({ id: sitter.id }),
        await as(sitter).favorite.list(),
        await as(sitter).notification.list({}),
      ]);
    const events = async () => (await pool.query('SELECT count(*) FROM change_events')).rows;
    const [before, eventsBefore] = [await told(), await events()];
    await mark(owner, sitter);
    expect([await told(), await events()]).toEqual([before, eventsBefore]);
  });

  it('leaves both lists with a block, and returns only for the blocked member [R8]', async () => {
    await mark(owner, sitter);
    await mark(sitter, owner);
    await as(owner).block.create({ member_id: sitter.id });
    expect([await favoritesOf(owner), await favoritesOf(sitter)]).toEqual([[], []]);
    expect([await foundBy(owner), await foundBy(sitter)]).toEqual([[], []]);
    const refusals = await Promise.all([
      refusalOf(mark(owner, sitter)),
      refusalOf(mark(sitter, owner)),
      refusalOf(mark(sitter, { ...owner, id: '00000000-0000-4000-8000-000000000000' })),
    ]);
    expect(refusals).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    await as(owner).block.remove({ member_id: sitter.id });
    expect([await favoritesOf(owner), await favoritesOf(sitter)]).toEqual([[], [owner.id]]);
  });

  it('is hidden while suspended, and cannot be oneself [R8]', async () => {
    await mark(owner, sitter);
    const { pool } = kindpal.services.db;
    const suspend = (at: Date | null) =>
      pool.query('UPDATE users SET suspended_at = $1 WHERE id = $2', [at, sitter.id]);
    await suspend(new Date());
    expect([await favoritesOf(owner), await foundBy(owner)]).toEqual([[], []]);
    await suspend(null);
    expect(await favoritesOf(owner)).toEqual([sitter.id]);
    expect(await refusalOf(mark(owner, owner))).toBe('CANNOT_FAVOR_YOURSELF');
  });

  it('has a last place that twenty concurrent presses use only once [R8]', async () => {
    const { db } = kindpal.services;
    const others = await Promise.all(
      Array.from({ length: 20 }, () => createMember(db, { role: 'pet_sitter' })),
    );
    await db.pool.query(
      `INSERT INTO member_favorites (member_id, favorite_id)
       SELECT $1, id FROM users WHERE id <> ALL ($2) LIMIT $3`,
      [owner.id, [owner.id, ...others.map(({ id }) => id)], await fillUp()],
    );
    const outcomes = await Promise.all(others.map((one) => outcomeOf(mark(owner, one))));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'TOO_MANY_FAVORITES']));
  });
});

/** Makes sure that there are enough members to fill a list except for one place. */
async function fillUp(): Promise<number> {
  const wanted = FAVORITES_MAX - 1;
  for (let n = 0; n < wanted; n++) await createMember(kindpal.services.db);
  return wanted;
}
