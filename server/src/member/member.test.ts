import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember } from '../testing/factories.ts';
import { errorOf, refusalOf } from '../testing/refusal-of.ts';
import { BROOKLYN, MAPLEWOOD } from '../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const ADA = {
  first_name: 'Ada',
  last_name: 'Stone',
  bio: 'Two dogs, one garden.',
  ...MAPLEWOOD,
  address: '12 Elm Street',
  phone: '+1 555 0100',
} as const;

test('a member sees all of their own profile and what it is missing [R1] [R7]', async () => {
  const member = await createMember(kindpal.services.db, ADA);
  const own = await kindpal.callerFor(member).member.get({ id: member.id });
  expect(own).toMatchObject({ ...ADA, view: 'self', email: member.email, full_name: 'Ada Stone' });
  if (own.view !== 'self') throw new Error('not the own view');
  expect(own.completeness.is_complete).toBe(false);
  expect(own.completeness.missing.map(({ field }) => field)).toContain('payment_links');
});

test('others see a member’s name and area, never address, phone, street or last sign-in [R1]', async () => {
  const { db } = kindpal.services;
  const member = await createMember(db, ADA);
  const other = await createMember(db, { app_role: 'admin' });
  const seen = await kindpal.callerFor(other).member.get({ id: member.id });
  expect(Object.keys(seen).sort()).toEqual(
    [
      'id',
      'view',
      'email',
      'full_name',
      'profile_image_url',
      'rating',
      'is_verified',
      'verified',
      'invited_by',
      'jobs_done',
      'reply_time',
      'reliability',
      'record_note',
      'services',
      'role',
      'bio',
      'location',
      'created_at',
      'payment_services',
      'availability_enabled',
      'free_days',
      'payment_preference',
      'hourly_rate_amount',
      'fixed_rate_amount',
      'username',
      'social_links',
      'weekly_schedule',
      'time_zone',
      'next_free_dates',
      'owner_reply_time',
    ].sort(),
  );
  expect(seen).toMatchObject({
    view: 'public',
    full_name: 'Ada Stone',
    location: MAPLEWOOD.location,
  });
  const visitor = await kindpal.callerFor(null).member.get({ id: member.id });
  expect(visitor).toMatchObject({ view: 'public', full_name: 'Ada S.' });
});

test('a suspended or unknown member cannot be found [R1]', async () => {
  const { db } = kindpal.services;
  const [suspended, other] = [
    await createMember(db, { suspended_at: new Date() }),
    await createMember(db),
  ];
  for (const id of [suspended.id, randomUUID()]) {
    for (const caller of [other, null]) {
      const refused = await errorOf(kindpal.callerFor(caller).member.get({ id }));
      expect(refused).toMatchObject({ code: 'NOT_FOUND', data: { details: { code: 'PGRST116' } } });
    }
  }
});

test('a member edits their profile; omitted fields stay and an empty text clears one [R3]', async () => {
  const member = await createMember(kindpal.services.db, ADA);
  const api = kindpal.callerFor(member);
  const edited = await api.member.update({ id: member.id, last_name: 'Vale', bio: '' });
  expect(edited).toMatchObject({
    full_name: 'Ada Vale',
    bio: null,
    location: ADA.location,
    phone: ADA.phone,
  });
  const same = await api.member.update({ id: member.id });
  expect(same).toEqual(edited);
  const { rows } = await kindpal.services.db.pool.query(
    'SELECT name FROM auth."user" WHERE id = $1',
    [member.id],
  );
  expect(rows).toEqual([{ name: 'Ada Vale' }]);
});

test('a member picks another area, or enters one as text that can only mean one place [R3]', async () => {
  const member = await createMember(kindpal.services.db, ADA);
  const save = (edit: Record<string, unknown>) =>
    kindpal.callerFor(member).member.update({ id: member.id, ...edit });
  expect(await save({ place_id: BROOKLYN.place_id })).toMatchObject({
    ...BROOKLYN,
    address: ADA.address,
  });
  // A client from before the list of places sends everything as one text.
  expect(await save({ location: '4 Oak Lane, Maplewood, NJ 07040' })).toMatchObject({
    ...MAPLEWOOD,
    address: '4 Oak Lane, Maplewood, NJ 07040',
  });
  expect(await save({ location: 'Brooklyn, New York' })).toMatchObject({
    ...BROOKLYN,
    address: '4 Oak Lane, Maplewood, NJ 07040',
  });
  expect(await save({ location: 'Maplewood, NJ', address: '1 Elm' })).toMatchObject({
    ...MAPLEWOOD,
    address: '1 Elm',
  });
  expect(await save({ location: '' })).toMatchObject({ place_id: null, location: null });
});

test.each([
  ['location', { location: 'Maplewood' }],
  ['location', { location: '12 Elm Street, Maplewood' }],
  ['location', { location: 'Riverside, MD' }],
  ['location', { location: 'blue door, ring twice, Berlin' }],
  ['location', { location: 'Rosewood Court' }],
  ['location', { location: ',,' }],
  ['place_id', { place_id: 1 }],
])('a member is asked again when their %s is ambiguous: %j [R3]', async (path, edit) => {
  const member = await createMember(kindpal.services.db, ADA);
  const refused = await errorOf(
    kindpal.callerFor(member).member.update({ id: member.id, ...edit }),
  );
  expect(refused).toMatchObject({ code: 'INVALID_INPUT', data: { fields: [{ path }] } });
  expect(await kindpal.callerFor(member).member.get({ id: member.id })).toMatchObject(MAPLEWOOD);
});

test('nobody edits another member’s profile [R3] [S6]', async () => {
  const { db } = kindpal.services;
  const [member, other] = [await createMember(db), await createMember(db, { app_role: 'admin' })];
  const edit = (id: string) =>
    refusalOf(kindpal.callerFor(other).member.update({ id, first_name: 'Eve' }));
  expect(await edit(member.id)).toBe('FORBIDDEN');
  expect(await edit(randomUUID())).toBe('NOT_FOUND');
});

test('a member who is both owner and sitter switches the view, nobody else can [D4] [X3]', async () => {
  const { db } = kindpal.services;
  const both = await createMember(db, { role: 'both' });
  expect(await kindpal.callerFor(both).member.switchRole({ new_role: 'pet_sitter' })).toBe(
    'pet_sitter',
  );
  const own = await kindpal.callerFor(both).member.get({ id: both.id });
  expect(own).toMatchObject({ role: 'both', active_role: 'pet_sitter' });
  const owner = await createMember(db, { role: 'pet_owner' });
  const refused = kindpal.callerFor(owner).member.switchRole({ new_role: 'pet_sitter' });
  expect(await refusalOf(refused)).toBe('FORBIDDEN');
  expect(await kindpal.callerFor(owner).member.switchRole({ new_role: 'pet_owner' })).toBe(
    'pet_owner',
  );
});

test('the eleventh switch within an hour must wait [D4]', async () => {
  const both = await createMember(kindpal.services.db, { role: 'both' });
  const api = kindpal.callerFor(both);
  for (let n = 0; n < 10; n += 1) {
    await api.member.switchRole({ new_role: n % 2 ? 'pet_owner' : 'pet_sitter' });
  }
  const refused = api.member.switchRole({ new_role: 'pet_sitter' });
  await expect(refused).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Rate limit exceeded',
  });
});
