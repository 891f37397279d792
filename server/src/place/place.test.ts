import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { BROOKLYN, MAPLEWOOD, SAMPLE_PLACES } from '../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { writePlaces } from './fill-places.ts';
import { GAZETTEER_VERSION, readGazetteer } from './gazetteer.ts';
import { placeKey, typoKeys } from './place-key.ts';

let kindpal: TestKindpal;
let ada: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  ada = await createMember(kindpal.services.db);
});
afterAll(() => kindpal.stop());

async function labelsFor(search: string, limit = 8): Promise<string[]> {
  const { items } = await kindpal.callerFor(ada).place.search({ search, limit });
  return items.map(({ label }) => label);
}

describe('a member who types where they live [R3] [J2] [O1]', () => {
  it.each([
    ['the first letters', 'broo', 'Brooklyn, New York'],
    ['one letter, of which the largest place comes first', 'n', 'New York City, New York'],
    ['capitals and spaces', '  BROOKLYN ', 'Brooklyn, New York'],
    ['no accents', 'zurich', 'Zürich, Zurich'],
    ['accents that are not there', 'Brôoklyn', 'Brooklyn, New York'],
    ['another spelling', 'Koeln', 'Köln, North Rhine-Westphalia'],
    ['a name in another language', 'cologne', 'Köln, North Rhine-Westphalia'],
    ['a short form', 'st louis', 'St. Louis, Missouri'],
    ['the region after a comma', 'maplewood, nj', 'Maplewood, New Jersey'],
    ['the beginning of the region', 'maplewood, new j', 'Maplewood, New Jersey'],
    ['the region without a comma', 'paris texas', 'Paris, Texas'],
    ['the country', 'paris, france', 'Paris, Île-de-France'],
    ['a letter too few', 'broklyn', 'Brooklyn, New York'],
    ['a letter too many', 'brookklyn', 'Brooklyn, New York'],
    ['a wrong letter', 'bruoklyn', 'Brooklyn, New York'],
    ['two letters swapped', 'broolkyn', 'Brooklyn, New York'],
    ['an error in the second word', 'san fransisco', 'San Francisco, California'],
    ['an error and a region', 'mapelwood, mo', 'Maplewood, Missouri'],
  ])('finds it by %s', async (_what, typed, label) => {
    expect((await labelsFor(typed))[0]).toBe(label);
  });

  it('sees the larger of two towns with the same name first, and each with its region', async () => {
    expect((await labelsFor('maplewood')).slice(0, 3)).toEqual([
      'Maplewood, Minnesota',
      'Maplewood, New Jersey',
      'Maplewood, Missouri',
    ]);
  });

  it('sees a town that is called as typed before a larger one with that other name', async () => {
    const names = 'INSERT INTO place_names (place_id, name, typo_keys, population) VALUES';
    await kindpal.services.db.pool.query(
      `${names} (${BROOKLYN.place_id}, 'springfield', '{}', 2300664)`,
    );
    try {
      const found = await labelsFor('springfield');
      expect(found[0]).toBe('Springfield, Massachusetts');
      expect(found).toContain('Brooklyn, New York');
    } finally {
      await kindpal.services.db.pool.query(
        `DELETE FROM place_names WHERE place_id = ${BROOKLYN.place_id} AND name = 'springfield'`,
      );
    }
  });

  it('can distinguish two towns with the same name in one region by their counties', async () => {
    const found = await labelsFor('riverside, md');
    expect(found).toEqual([
      'Riverside, Howard County, Maryland',
      'Riverside, Harford County, Maryland',
    ]);
  });

  it('finds nothing for an unknown name, and no more than requested', async () => {
    for (const nothing of ['', ' ', '%', ',', "'; DROP TABLE places", '🐶', '\\', 'xqzzyw', '_']) {
      expect(await labelsFor(nothing)).toEqual([]);
    }
    expect(await labelsFor('s', 2)).toHaveLength(2);
  });

  it('finds a place once, though several of its names match', async () => {
    const { items } = await kindpal.callerFor(ada).place.search({ search: 'zur' });
    expect(items).toEqual([{ id: 2657896, label: 'Zürich, Zurich', country: 'Switzerland' }]);
  });

  it('must be signed in', async () => {
    const refused = kindpal.callerFor(null).place.search({ search: 'brooklyn' });
    expect(await refusalOf(refused)).toBe('UNAUTHORIZED');
  });
});

test('a member who searches before the list is filled is told to wait, not that there is no such place', async () => {
  const { pool } = kindpal.services.db;
  await pool.query('DELETE FROM gazetteer');
  try {
    expect(await refusalOf(kindpal.callerFor(ada).place.search({ search: 'xqzzy' }))).toBe(
      'PLACES_NOT_READY',
    );
  } finally {
    await pool.query('INSERT INTO gazetteer (version) VALUES ($1)', [GAZETTEER_VERSION]);
  }
});

describe('the list of places', () => {
  const count = async () => {
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT (SELECT count(*)::int FROM places) AS places, (SELECT count(*)::int FROM place_names) AS names',
    );
    return rows[0];
  };
  it('is the same when several nodes start with a new version at once', async () => {
    const before = await count();
    const newer = SAMPLE_PLACES.map((place) =>
      place.id === BROOKLYN.place_id ? { ...place, population: 3_000_000 } : place,
    );
    await Promise.all([1, 2, 3].map(() => writePlaces(kindpal.ownerUrl, newer, 'newer')));
    expect(await count()).toEqual(before);
    const { rows } = await kindpal.services.db.pool.query(
      `SELECT population FROM places WHERE id = ${BROOKLYN.place_id}`,
    );
    expect(rows).toEqual([{ population: 3_000_000 }]);
  });

  it('delays no live event while it is filled, as a long transaction would [X4]', async () => {
    const owner = new pg.Client({ connectionString: kindpal.ownerUrl });
    await owner.connect();
    const transactions: unknown[] = [];
    async function* watched() {
      for (const place of SAMPLE_PLACES) {
        yield place;
        const { rows } = await owner.query(
          `SELECT backend_xid FROM pg_stat_activity
           WHERE application_name = 'kindpal-places' AND datname = current_database()`,
        );
        transactions.push(...rows.map(({ backend_xid }) => backend_xid));
      }
    }
    await writePlaces(kindpal.ownerUrl, watched(), 'watched');
    await owner.end();
    expect(transactions).toEqual(SAMPLE_PLACES.map(() => null));
  });

  it('is unchanged when filling it is interrupted', async () => {
    const before = await count();
    async function* breaking() {
      yield* SAMPLE_PLACES.slice(0, 3);
      throw new Error('the disk is full');
    }
    await expect(writePlaces(kindpal.ownerUrl, breaking(), 'broken')).rejects.toThrow(
      'the disk is full',
    );
    expect(await count()).toEqual(before);
    const { rows } = await kindpal.services.db.pool.query('SELECT version FROM gazetteer');
    expect(rows.map(({ version }) => version)).toContain(GAZETTEER_VERSION);
    expect(rows.map(({ version }) => version)).not.toContain('broken');
  });

  it('is the world’s towns and neighborhoods, read from the package', async () => {
    const ids = new Set<number>();
    const some = new Map(SAMPLE_PLACES.map((place) => [place.id, place]));
    for await (const place of readGazetteer()) {
      ids.add(place.id);
      const sample = some.get(place.id);
      if (sample) expect(place).toMatchObject({ ...sample, other_names: expect.any(Array) });
    }
    expect(ids.size).toBeGreaterThan(160_000);
    expect([...some.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });
});

test('the database knows the distance of two areas', async () => {
  const { rows } = await kindpal.services.db.pool.query(
    'SELECT place_distance_m($1, $2) AS there, place_distance_m($2, $1) AS back, place_distance_m($1, $1) AS none, place_distance_m($1, 1) AS unknown',
    [MAPLEWOOD.place_id, BROOKLYN.place_id],
  );
  const [{ there, back, none, unknown }] = rows;
  // 28.8 km on a great circle, from the coordinates of the two.
  expect(there / 1000).toBeCloseTo(28.8, 0);
  expect(back).toBeCloseTo(there, 3);
  expect([none, unknown]).toEqual([0, null]);
});

describe('the key of a name', () => {
  it.each([
    ['Saint-Étienne', 'saint etienne'],
    ['St. John’s', 'saint johns'],
    ['Łódź', 'lodz'],
    ['Tromsø', 'tromso'],
    ['Weißenfels', 'weissenfels'],
    ['İstanbul', 'istanbul'],
    ["L'Aquila", 'laquila'],
    ['  ', ''],
  ])('of %s is %s', (name, key) => {
    expect(placeKey(name)).toBe(key);
  });

  it('has its beginning with each letter left out, unless it is too short for typos', () => {
    expect(typoKeys('paris')).toEqual(['paris', 'aris', 'pris', 'pais', 'pars', 'pari']);
    expect(typoKeys('rye')).toEqual([]);
  });
});
