import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../access/limits/limits.ts';
import {
  createArea,
  createClaim,
  createJob,
  createMember,
  type TestMember,
} from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { encodeCursor, encodeKey } from '../../transport/cursor.ts';

let kindpal: TestKindpal;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});
afterAll(() => kindpal.stop());

type Search = Parameters<ReturnType<TestKindpal['callerFor']>['job']['list']>[0];

async function idsOf(search: Partial<Search>, who: TestMember | null = sitter): Promise<string[]> {
  const ids: string[] = [];
  let cursor = search.cursor;
  do {
    const page = await kindpal.callerFor(who).job.list({ limit: 20, ...search, cursor });
    ids.push(...page.items.map((job) => job.id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return ids;
}

describe('the list of jobs [J1]', () => {
  it('shows open jobs newest first, each once, over all pages', async () => {
    const { db } = kindpal.services;
    const moment = new Date('2026-01-01T00:00:00Z');
    const expected: string[] = [];
    for (let i = 0; i < 7; i++) {
      // Three with the same time: the id decides between them.
      const created_at = i < 3 ? moment : new Date(moment.getTime() + i);
      expected.push((await createJob(db, { created_at, title: 'paged list' })).id);
    }
    const paged = await idsOf({ search: 'paged list', limit: 2 });
    expect(paged).toHaveLength(7);
    expect([...paged].sort()).toEqual([...expected].sort());
    expect(paged.slice(0, 4)).toEqual(expected.slice(3).reverse());
  });

  it('leaves out what is no longer open', async () => {
    const { job } = await createClaim(kindpal.services.db);
    expect(await idsOf({})).not.toContain(job.id);
  });

  it('shows sitting and walking jobs, each including those of both types, and only the latter under both', async () => {
    const { db } = kindpal.services;
    const made = async (job_type: 'pet_sitting' | 'dog_walking' | 'both') =>
      (await createJob(db, { job_type, title: 'typed' })).id;
    const [sitting, walking, both] = [
      await made('pet_sitting'),
      await made('dog_walking'),
      await made('both'),
    ];
    const found = async (job_type?: 'pet_sitting' | 'dog_walking' | 'both') =>
      new Set(await idsOf({ search: 'typed', job_type }));
    expect(await found('pet_sitting')).toEqual(new Set([sitting, both]));
    expect(await found('dog_walking')).toEqual(new Set([walking, both]));
    expect(await found('both')).toEqual(new Set([both]));
    expect(await found()).toEqual(new Set([sitting, walking, both]));
  });

  it.each(['title', 'description', 'pet_name', 'pet_breed'] as const)(
    'finds a word anywhere in the %s, whatever its case',
    async (column) => {
      const { id } = await createJob(kindpal.services.db, { [column]: `The Zyzzyva ${column}` });
      expect(await idsOf({ search: `ZYZZYVA ${column.toUpperCase()}` })).toEqual([id]);
    },
  );

  it('finds a word anywhere in the area, and never one of the address', async () => {
    const { db } = kindpal.services;
    const area = await createArea(db, 'Zyzzyva Heights');
    const { id } = await createJob(db, { ...area, address: '3 Quokkasteps' });
    expect(await idsOf({ search: 'ZYZZYVA heights' })).toEqual([id]);
    expect(await idsOf({ search: 'quokkasteps' })).toEqual([]);
    expect(await idsOf({ search: 'quokkasteps' }, null)).toEqual([]);
  });

  it('treats LIKE’s special characters literally', async () => {
    const { id } = await createJob(kindpal.services.db, { title: '100% wool_sock \\o/' });
    expect(await idsOf({ search: '100%' })).toEqual([id]);
    expect(await idsOf({ search: 'wool_sock' })).toEqual([id]);
    expect(await idsOf({ search: 'woolXsock' })).toEqual([]);
    expect(await idsOf({ search: '\\o/' })).toEqual([id]);
    expect(await idsOf({ search: "'; DROP TABLE jobs; --" })).toEqual([]);
  });

  it('finds a word of two letters among the newest', async () => {
    const { id } = await createJob(kindpal.services.db, { title: 'Qx' });
    expect(await idsOf({ search: 'qx' })).toEqual([id]);
  });

  it.each([
    ['two ASCII letters', 'ZW', 'zw'],
    ['two letters of another alphabet', 'ЖЩ', 'жщ'],
    ['an i that is written İ', 'İZ', 'iz'],
    ['a longer word with it', 'İZOLABELLA', 'izolabella'],
    ['signs of patterns', '_%X', '_%x'],
  ])('finds a word in any case: %s', async (_, written, typed) => {
    const { id } = await createJob(kindpal.services.db, { title: `Walk ${written}y` });
    expect(await idsOf({ search: typed })).toContain(id);
  });

  it('finds no word that spans two columns', async () => {
    await createJob(kindpal.services.db, { title: 'Jqv', description: 'Zjh' });
    expect(await idsOf({ search: 'jqvzjh' })).toEqual([]);
    expect(await idsOf({ search: 'vz' })).toEqual([]);
  });

  it('returns the newest when several words take too long among all', async () => {
    const { db } = kindpal.services;
    const job = await createJob(db, { title: 'Zebra finch and Marmoset' });
    const owner = new pg.Client({ connectionString: kindpal.ownerUrl });
    await owner.connect();
    // Locking the table for half a second makes it as slow as a million rows.
    await owner.query('BEGIN; LOCK TABLE jobs');
    const found = idsOf({ search: 'finch marmoset' });
    await sleep(500);
    await owner.query('COMMIT');
    expect(await found).toEqual([job.id]);
    await owner.end();
    expect(await db.jsonRowsWithin(50, { text: 'SELECT pg_sleep(5)', values: [] })).toBeNull();
    expect(await db.jsonRowsWithin(1_000, { text: 'SELECT 1 AS one', values: [] })).toEqual([
      { one: 1 },
    ]);
  });

  it('shows a visitor area, type, week, pay and the pet’s name, and nothing else', async () => {
    const { id } = await createJob(kindpal.services.db, { title: 'visitors look' });
    const { items } = await kindpal.callerFor(null).job.list({ limit: 50 });
    const seen = items.find((job) => job.id === id);
    expect(Object.keys(seen ?? {}).sort()).toEqual(
      [
        'created_at',
        'hourly_rate',
        'id',
        'job_type',
        'location',
        'pet_details',
        'status',
        'total_amount',
        'view',
        'week',
      ].sort(),
    );
    expect(seen).toMatchObject({
      view: 'public',
      location: 'Maplewood, New Jersey',
      pet_details: { name: 'Biscuit' },
    });
    expect(JSON.stringify(items)).not.toContain('Elm Street');
  });

  it('tells a visitor the week of a job, and not the day when its owner leaves [J4]', async () => {
    // A Thursday, so that the week begins on another day.
    const { id } = await createJob(kindpal.services.db, {
      start_date: new Date('2099-01-01T15:00:00Z'),
      end_date: new Date('2099-01-01T17:00:00Z'),
    });
    const visitor = kindpal.callerFor(null);
    const { items } = await visitor.job.list({ limit: 50 });
    for (const seen of [items.find((job) => job.id === id), await visitor.job.get({ id })]) {
      expect(seen).toMatchObject({ view: 'public', week: '2098-12-29' });
      expect(JSON.stringify(seen)).not.toContain('2099');
    }
  });

  it('lets a visitor search what a card shows, with words of any length', async () => {
    const { db } = kindpal.services;
    const { id } = await createJob(db, {
      ...(await createArea(db, 'Örebro, Örebro')),
      address: '9 Hidden Way',
      pet_name: 'Qä',
    });
    for (const search of ['örebro', 'QÄ', 'qä öre', 'ebro']) {
      expect(await idsOf({ search }, null), search).toEqual([id]);
    }
  });

  it('never reveals to a visitor what a card does not show, letter by letter or at once', async () => {
    const { db } = kindpal.services;
    const { created_at } = await createJob(db, {
      title: 'Xanthippe wx',
      description: 'The blue door, vy.',
      ...(await createArea(db, 'Örebro')),
      address: '1747 Quincunx Court uz',
      pet_breed: 'Komondor tq',
      special_instructions: 'Ring sr twice.',
      pet_name: 'Ö',
    });
    const hidden = [
      'Xanth',
      'wx',
      'blue door',
      'vy',
      '1747',
      '17',
      'Quinc',
      'uz',
      'Komon',
      'tq',
      'Ring',
      'sr',
    ];
    const cursor = encodeCursor({
      created_at: new Date(created_at.getTime() + 1).toISOString(),
      id: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
    });
    for (const search of [...hidden, ...hidden.map((word) => `Ö ${word}`)]) {
      for (const given of [{ search }, { search, cursor }, { search, job_type: 'both' as const }]) {
        const page = await kindpal.callerFor(null).job.list({ limit: 1, ...given });
        expect(page, search).toEqual({ items: [], next_cursor: null });
      }
    }
    // A member, who sees the job, finds it with the same words, but not with those of the
    // address.
    const ofAddress = ['1747', '17', 'Quinc', 'uz'];
    for (const search of hidden.slice(0, 10)) {
      const found = ofAddress.includes(search) ? 0 : 1;
      expect(await idsOf({ search }), search).toHaveLength(found);
    }
  });

  it('searches as a visitor when the session has ended', async () => {
    const { db } = kindpal.services;
    await createJob(db, { title: 'Zugzwang' });
    const ended = await createMember(db);
    await db.pool.query('DELETE FROM auth.session WHERE id = $1', [ended.session_id]);
    expect(await idsOf({ search: 'zugzwang' }, ended)).toEqual([]);
    expect(await idsOf({ search: 'zugzwang' })).toHaveLength(1);
  });

  it("never contains anybody's email", async () => {
    const { items } = await kindpal.callerFor(sitter).job.list({ limit: 50 });
    expect(JSON.stringify(items)).not.toContain('@');
  });

  it('shows owners all of their own, and others only the open ones [D1]', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const open = await createJob(db, { owner_id: owner.id });
    const cancelled = await createJob(db, { owner_id: owner.id, status: 'cancelled' });
    expect(await idsOf({ owner_id: owner.id }, owner)).toEqual([cancelled.id, open.id]);
    expect(await idsOf({ owner_id: owner.id }, sitter)).toEqual([open.id]);
  });

  it('does not tell visitors whose jobs are whose, not even that there are none [D1]', async () => {
    const { db } = kindpal.services;
    const { owner_id } = await createJob(db);
    const ended = await createMember(db);
    await db.pool.query('DELETE FROM auth.session WHERE id = $1', [ended.session_id]);
    for (const who of [null, ended]) {
      for (const id of [owner_id, sitter.id, randomUUID()]) {
        expect(await refusalOf(idsOf({ owner_id: id }, who))).toBe('UNAUTHORIZED');
      }
    }
  });

  it.each(['nonsense', Buffer.from('["x","y"]').toString('base64url'), '%00'])(
    'refuses the cursor %j',
    async (cursor) => {
      expect(await refusalOf(kindpal.callerFor(sitter).job.list({ limit: 20, cursor }))).toBe(
        'INVALID_INPUT',
      );
    },
  );
});

describe('the filtered and ordered list of jobs [J1]', () => {
  const HOUR = 3_600_000;
  const inHours = (hours: number, pay: number) => ({
    start_date: new Date(Date.parse('2031-05-04T12:00:00Z') + hours * HOUR),
    end_date: new Date(Date.parse('2031-05-04T12:00:00Z') + (hours + 2) * HOUR),
    total_amount: pay,
  });
  /** A town at this latitude; a degree is 69 miles. */
  async function townAt(label: string, latitude: number) {
    const { db } = kindpal.services;
    const area = await createArea(db, label);
    await kindpal.asOwner(
      `UPDATE places SET latitude = ${latitude}, longitude = -150 WHERE id = ${area.place_id}`,
    );
    return area;
  }
  let home: { place_id: number; location: string };
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const { db } = kindpal.services;
    home = await townAt('Hometown', -60);
    const next = await townAt('Nexttown', -60.2);
    const far = await townAt('Fartown', -62);
    const post = async (name: string, given: object) => {
      ids[name] = (await createJob(db, { title: `sorted ${name}`, ...given })).id;
    };
    await post('far', { ...far, ...inHours(1, 90) });
    await post('late', { ...home, ...inHours(48, 20) });
    await post('next', { ...next, ...inHours(2, 50) });
    await post('soon', { ...home, ...inHours(0, 50) });
  });
  const named = (found: string[]) =>
    found.map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? '?');
  const list = async (asked: Partial<Search>) =>
    named(await idsOf({ search: 'sorted', limit: 2, ...asked }));

  it('starts with the soonest, best paid or nearest job, page by page', async () => {
    expect(await list({})).toEqual(['soon', 'next', 'late', 'far']);
    expect(await list({ sort: 'soonest' })).toEqual(['soon', 'far', 'next', 'late']);
    const byPay = await list({ sort: 'pay' });
    expect([byPay[0], byPay[3], byPay.length]).toEqual(['far', 'late', 4]);
    expect(await list({ sort: 'nearest', place_id: home.place_id })).toEqual([
      'soon',
      'late',
      'next',
    ]);
  });

  it('shows the distance of each area from the viewer’s own, only to members with an area', async () => {
    const reader = await createMember(kindpal.services.db, { role: 'pet_sitter', ...home });
    const read = async (who: TestMember | null) => {
      const { items } = await kindpal.callerFor(who).job.list({ search: 'sorted', limit: 20 });
      return items.map((job) => ('distance_miles' in job ? job.distance_miles : undefined));
    };
    // A fifth of a degree, and two whole ones: 13.8 and 138 miles.
    expect(await read(reader)).toEqual([0, 14, 0, 138]);
    expect(await read(sitter)).toEqual([undefined, undefined, undefined, undefined]);
    const single = await kindpal.callerFor(reader).job.get({ id: ids.far as string });
    expect(single).not.toHaveProperty('distance_miles');
  });

  it('shows no distance to visitors, nor of one’s own job', async () => {
    const { db } = kindpal.services;
    const away = await townAt('Awaytown', -40);
    const owner = await createMember(db, { role: 'both', ...away });
    const own = await createJob(db, { owner_id: owner.id, title: 'measured', ...away });
    for (const who of [owner, null]) {
      const { items } = await kindpal.callerFor(who).job.list({ limit: 50 });
      const found = items.find(({ id }) => id === own.id);
      expect(found).toBeDefined();
      expect(found).not.toHaveProperty('distance_miles');
    }
  });

  it('respects a radius, a minimum pay and a period', async () => {
    const { place_id } = home;
    expect(await list({ place_id, within_miles: 20 })).toEqual(['soon', 'next', 'late']);
    expect(await list({ place_id })).toEqual(['soon', 'late']);
    expect(await list({ min_pay: 50, sort: 'soonest' })).toEqual(['soon', 'far', 'next']);
    expect(await list({ from: '2031-05-06T00:00:00Z', until: '2031-05-07T00:00:00Z' })).toEqual([
      'late',
    ]);
    // Jobs in progress at that time count, not only those that start.
    expect(await list({ from: '2031-05-04T13:00:00Z', until: '2031-05-04T13:30:00Z' })).toEqual([
      'soon',
      'far',
    ]);
  });

  it('reveals no times to visitors, who are not shown them [P1]', async () => {
    const asked: Partial<Search>[] = [
      { sort: 'soonest' },
      { sort: 'nearest', place_id: home.place_id },
      { from: '2031-05-06T00:00:00Z' },
      { until: '2031-05-06T00:00:00Z' },
    ];
    for (const one of asked) {
      expect(await refusalOf(idsOf(one, null)), JSON.stringify(one)).toBe('UNAUTHORIZED');
    }
    const near = await idsOf({ place_id: home.place_id, sort: 'pay' }, null);
    expect(named(near)).toEqual(['soon', 'late']);
  });

  it('refuses a distance without a place, and a cursor of another order', async () => {
    expect(await refusalOf(list({ sort: 'nearest' }))).toBe('INVALID_INPUT');
    expect(await refusalOf(list({ within_miles: 5 }))).toBe('INVALID_INPUT');
    const { next_cursor } = await kindpal
      .callerFor(sitter)
      .job.list({ search: 'sorted', limit: 1, sort: 'pay' });
    const call = list({ sort: 'nearest', place_id: home.place_id, cursor: next_cursor ?? '' });
    expect(await refusalOf(call)).toBe('INVALID_INPUT');
    expect(await list({ sort: 'nearest', place_id: 2_147_483_647 })).toEqual([]);
    expect(await refusalOf(list({ from: '0000-01-01T00:00:00Z' }))).toBe('INVALID_INPUT');
    const beyond = encodeKey([1e308, '2031-05-04T12:00:00Z', ids.soon ?? '']);
    expect(await list({ sort: 'nearest', place_id: home.place_id, cursor: beyond })).toEqual([]);
    const rich = encodeKey([1e308, ids.soon ?? '']);
    expect(await list({ sort: 'pay', cursor: rich })).toHaveLength(4);
  });
});

// Last, because it uses up the limit for visitors of this address.
describe('the rate limit of searches', () => {
  it('refuses a visitor who searches too often, but nothing else', async () => {
    const { limiter } = kindpal.services;
    for (let i = 0; i < LIMITS.search_by_ip.points; i++) {
      await limiter.hasRoom('search_by_ip', '127.0.0.1');
    }
    for (const sought of [{ search: 'wool' }, { min_pay: 20 }, { place_id: 1, within_miles: 5 }]) {
      expect(await refusalOf(idsOf(sought, null))).toBe('TOO_MANY_REQUESTS');
    }
    const directory = kindpal.callerFor(null).member.list({ search: 'wool', limit: 20 });
    expect(await refusalOf(directory)).toBe('TOO_MANY_REQUESTS');
    await kindpal.callerFor(null).job.list({ limit: 1 });
    await idsOf({ search: 'wool' });
  });
});
