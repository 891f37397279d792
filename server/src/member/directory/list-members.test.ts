import type { PaymentLinks } from '@kindpal/contract/payment/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArea, createMember, type TestMember } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { MAPLEWOOD } from '../../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let member: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  member = await createMember(kindpal.services.db, { role: 'pet_owner' });
});
afterAll(() => kindpal.stop());

const sitter = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, { role: 'pet_sitter', ...given });

/** All pages of a search, as this member or as a visitor. */
async function walk(search?: string, { who = member, limit = 50 }: Asking = {}) {
  const pages: Awaited<ReturnType<ReturnType<TestKindpal['callerFor']>['member']['list']>>[] = [];
  let cursor: string | undefined;
  do {
    const page = await kindpal.callerFor(who).member.list({ search, limit, cursor });
    pages.push(page);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return pages.flatMap(({ items }) => items);
}
type Asking = { who?: TestMember | null; limit?: number };

const found = async (search: string, who: TestMember | null = member) =>
  (await walk(search, { who })).map(({ id }) => id);

describe('the directory [R8]', () => {
  it('has members who sit, newest first among equal profiles, each once, over all pages', async () => {
    const moment = new Date('2026-01-01T00:00:00Z');
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      // Three with the same time: the id decides between them.
      const created_at = n < 3 ? moment : new Date(moment.getTime() + n);
      const role = n % 2 ? 'both' : 'pet_sitter';
      made.push((await sitter({ role, created_at, bio: 'paged people' })).id);
    }
    await createMember(kindpal.services.db, { role: 'pet_owner', bio: 'paged people' });
    const listed = (await walk('paged people', { limit: 2 })).map(({ id }) => id);
    expect([...listed].sort()).toEqual([...made].sort());
    expect(listed.slice(0, 4)).toEqual(made.slice(3).reverse());
    const unsearched = (await walk(undefined, { limit: 2 })).map(({ id }) => id);
    expect(new Set(unsearched).size).toBe(unsearched.length);
    expect(unsearched.filter((id) => made.includes(id))).toEqual(listed);
  });

  it('leaves out suspended members, and includes them again afterwards', async () => {
    const { id } = await sitter({ bio: 'Comes and goes', suspended_at: new Date() });
    expect(await found('comes and goes')).toEqual([]);
    expect((await walk()).map((row) => row.id)).not.toContain(id);
    await kindpal.services.db.pool.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [
      id,
    ]);
    expect(await found('comes and goes')).toEqual([id]);
  });

  it.each([
    ['first name', { first_name: 'Zyzzyva' }],
    ['last name', { last_name: 'Zyzzyva' }],
    ['bio', { bio: 'They call me the zyzzyva of cats.' }],
  ])('finds a word anywhere in the %s, whatever its case', async (_, given) => {
    const { id } = await sitter(given);
    expect(await found('ZYZZyv')).toContain(id);
  });

  it('finds a word anywhere in the area, and never one of the address', async () => {
    const area = await createArea(kindpal.services.db, 'Upper Zyzzyva, New Jersey');
    const { id } = await sitter({ ...area, address: '3 Quokkasteps' });
    expect(await found('ZYZZyv')).toContain(id);
    for (const who of [member, null]) expect(await found('quokkasteps', who)).toEqual([]);
  });

  it('finds accented letters in any case, and members who match every word', async () => {
    const area = await createArea(kindpal.services.db, 'Übersee, Bavaria');
    const { id } = await sitter({ first_name: 'Joaquín', ...area, bio: 'Ферма' });
    expect(await found('JOAQUÍN übersee ФЕРМА')).toEqual([id]);
    expect(await found('Joaquín Nowhereville')).toEqual([]);
    // Enough to fill the page are found by scanning, the rest through the index.
    const second = await sitter({
      first_name: 'JOAQUÍN',
      ...(await createArea(kindpal.services.db, 'ÜBERSEE')),
    });
    const both = await walk('joaquín Übersee', { limit: 1 });
    expect(both.map((row) => row.id)).toEqual([second.id, id]);
  });

  it('treats LIKE’s special characters literally, and short words among the newest', async () => {
    const { id } = await sitter({ bio: '100% wool_sock \\o/ qx 🐩' });
    for (const text of ['100%', 'wool_sock', '\\o/', 'qx', '🐩', '100% qx']) {
      expect(await found(text), text).toEqual([id]);
    }
    for (const text of ['woolXsock', '%_%', '___', "'; DROP TABLE users; --", '\u202e%']) {
      expect(await found(text), text).not.toContain(id);
    }
  });

  it.each([
    { search: 'x'.repeat(100_000) },
    { limit: 51 },
    { limit: 0 },
    { cursor: 'nonsense' },
    { cursor: Buffer.from('["x","y"]').toString('base64url') },
  ])('refuses what exceeds its limits, and a foreign cursor: %#', async (input) => {
    const refused = await refusalOf(kindpal.callerFor(member).member.list({ limit: 20, ...input }));
    expect(refused).toBe('INVALID_INPUT');
  });
});

describe('the fields of the directory [R8]', () => {
  const links: PaymentLinks = {
    one: { service: 'venmo', url: 'https://venmo.com/u/secret-handle', username: 'secret-handle' },
    two: { service: 'Venmo', url: 'https://venmo.com/u/another' },
    three: { service: 'Zelle 555 0199', url: 'https://pay.example/0199' },
  };
  const ADA = {
    first_name: 'Ada Maria',
    last_name: 'Stoneworth',
    bio: 'Two dogs, one garden.',
    ...MAPLEWOOD,
    address: '12 Quincunx Street',
    phone: '+1 555 0100',
    username: 'ada-quokka',
    cash_app_handle: '$adaquokka',
    payment_links: links,
    availability_enabled: false,
    availability_data: { weeklySchedule: { monday: [{ start: '09:00', end: '17:00' }] } },
    payment_preference: 'hourly_rate',
    hourly_rate_amount: 20,
  } as const;

  it('are for members the public profile, the names of services and whether they accept jobs', async () => {
    const ada = await sitter(ADA);
    const [card] = await walk('Stoneworth');
    expect(card).toEqual({
      id: ada.id,
      full_name: 'Ada Maria Stoneworth',
      profile_image_url: null,
      is_verified: false,
      role: 'pet_sitter',
      bio: 'Two dogs, one garden.',
      location: MAPLEWOOD.location,
      created_at: expect.any(String),
      payment_services: ['Venmo', 'Other'],
      rating: { average: null, count: 0, would_repeat: 0 },
      availability_enabled: false,
      free_days: null,
      payment_preference: 'hourly_rate',
      hourly_rate_amount: 20,
      fixed_rate_amount: null,
      invited_by: null,
      jobs_done: 0,
      reply_time: null,
      reliability: [],
      record_note: null,
      services: null,
    });
  });

  it('are for visitors neither a last name nor who is away', async () => {
    const ada = await sitter({ ...ADA, username: null, bio: 'Seen from outside.' });
    const [card] = await walk('seen outside', { who: null });
    expect(card).toMatchObject({
      id: ada.id,
      full_name: 'Ada S.',
      availability_enabled: null,
      free_days: null,
      payment_preference: null,
      hourly_rate_amount: null,
    });
    expect(JSON.stringify(card)).not.toMatch(/stoneworth|maria|quincunx|quokka|zelle|secret|[@+]/i);
  });

  it('are for a suspended member no more than for visitors', async () => {
    await sitter({ ...ADA, username: null, bio: 'Behind the curtain.' });
    const gone = await createMember(kindpal.services.db, { suspended_at: new Date() });
    const [card] = await walk('behind the curtain', { who: gone });
    expect(card).toMatchObject({ full_name: 'Ada S.', availability_enabled: null });
    expect(await found('Stoneworth', gone)).toEqual([]);
  });

  it('cannot be searched beyond what it shows', async () => {
    const ada = await sitter({ ...ADA, username: 'other-quokka', bio: 'An oracle? No.' });
    const hidden = ['Quincunx', '12', 'quokka', '555', 'secret-handle', 'Zelle', ada.email];
    for (const text of hidden) expect(await found(text), text).not.toContain(ada.id);
    for (const text of [...hidden, 'Ada', 'Maria', 'Stoneworth', 'S.']) {
      const cards = await walk(`oracle ${text}`, { who: null });
      expect(cards, text).toEqual([]);
    }
    expect(await found('oracle maplewood', null)).toEqual([ada.id]);
  });
});
