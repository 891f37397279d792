import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { files } from '../db/schema/file.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const MISO = { name: 'Miso', breed: 'Tabby' };
const owns = () => createMember(kindpal.services.db);
const petsOf = (member: TestMember) => kindpal.callerFor(member).pet;

/** The address of a picture that this member has uploaded. */
async function pictureOf(member: TestMember): Promise<string> {
  const path = `pet-images/${member.id}/${randomUUID()}.webp`;
  await kindpal.services.images.put(path, Buffer.from('picture'));
  await kindpal.services.db.drizzle.insert(files).values({ path, owner_id: member.id, bytes: 7 });
  return `/storage/v1/object/public/profile-images/${path}`;
}

describe('the pets of an owner [X2]', () => {
  it('are added, found again in their order, changed and removed', async () => {
    const owner = await owns();
    const miso = await petsOf(owner).create({
      ...MISO,
      age: 4.5,
      weight: 9,
      medical_conditions: 'Insulin at 8 <daily>; data: see fridge',
      special_instructions: '  ',
      emergency_contact: 'Dr. 佐藤 🐈',
      emergency_phone: '+1 (555) 0100',
    });
    expect(miso).toMatchObject({
      owner_id: owner.id,
      age: 4.5,
      medical_conditions: 'Insulin at 8 <daily>; data: see fridge',
      special_instructions: null,
      emergency_contact: 'Dr. 佐藤 🐈',
      profile_image_url: null,
    });
    const rex = await petsOf(owner).create({ name: 'Rex', breed: 'Mixed' });
    const changed = await petsOf(owner).update({ id: miso.id, age: null, weight: 9.25 });
    expect(changed).toEqual({ ...miso, age: null, weight: 9.25 });
    expect(await petsOf(owner).update({ id: miso.id })).toEqual(changed);
    expect(await petsOf(owner).list({ owner_id: owner.id })).toEqual({ items: [changed, rex] });
    await petsOf(owner).remove({ id: miso.id });
    expect(await petsOf(owner).list({})).toEqual({ items: [rex] });
  });

  it('count for the profile as soon as there is one [R7]', async () => {
    const owner = await owns();
    const lacks = async () => {
      const own = await kindpal.callerFor(owner).member.get({ id: owner.id });
      return 'completeness' in own && own.completeness.missing.map(({ field }) => field);
    };
    expect(await lacks()).toContain('pet_profile');
    const { id } = await petsOf(owner).create(MISO);
    expect(await lacks()).not.toContain('pet_profile');
    await petsOf(owner).remove({ id });
    expect(await lacks()).toContain('pet_profile');
  });

  it('are removed with their photo, and only their owner’s photo', async () => {
    const [owner, other] = [await owns(), await owns()];
    const { images } = kindpal.services;
    const isKept = async (url: string) => {
      await runDueTasks(kindpal.services);
      return (await images.find(url.split('/profile-images/')[1] ?? '')) !== null;
    };
    const [first, second, foreign] = [
      await pictureOf(owner),
      await pictureOf(owner),
      await pictureOf(other),
    ];
    const { id } = await petsOf(owner).create({ ...MISO, profile_image_url: first });
    expect(await refusalOf(petsOf(owner).update({ id, profile_image_url: foreign }))).toBe(
      'INVALID_INPUT',
    );
    expect(await refusalOf(petsOf(owner).create({ ...MISO, profile_image_url: foreign }))).toBe(
      'INVALID_INPUT',
    );
    await petsOf(owner).update({ id, profile_image_url: second });
    expect([await isKept(first), await isKept(second)]).toEqual([false, true]);
    await petsOf(owner).remove({ id });
    expect([await isKept(second), await isKept(foreign)]).toEqual([false, true]);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name with a script', { name: '<script>' }],
    ['no breed', { breed: '' }],
    ['a negative age', { age: -1 }],
    ['an age in letters', { age: 'four' }],
    ['half a cent of a pound', { weight: 1.005 }],
    ['the weight of a whale', { weight: 1e300 }],
    ['a NUL', { medical_conditions: 'a\0b' }],
    ['100 KB', { special_instructions: 'x'.repeat(100_000) }],
    ['a phone in words', { emergency_phone: 'ring the bell' }],
  ])('are not saved with %s', async (_what, given) => {
    const owner = await owns();
    const create = petsOf(owner).create({ ...MISO, ...given } as typeof MISO);
    expect(await refusalOf(create)).toBe('INVALID_INPUT');
    expect(await petsOf(owner).list({})).toEqual({ items: [] });
  });

  it('keep a correction, even if the first version of the form arrives once more', async () => {
    const owner = await owns();
    const form = { ...MISO, weight: 9, special_instructions: ' ', client_id: randomUUID() };
    const first = { ...form, medical_conditions: 'Insulin: 2 units' };
    const second = { ...form, medical_conditions: 'Insulin: 12 units' };
    const outcomes = await Promise.all(
      [first, second].map((typed) => outcomeOf(petsOf(owner).create(typed))),
    );
    expect(outcomes.sort()).toEqual(['EARLIER_VERSION_STORED', 'ok']);
    const { id } = (await petsOf(owner).list({})).items[0] ?? expect.fail();
    // A field that is left out is empty.
    expect(await refusalOf(petsOf(owner).create(form))).toBe('EARLIER_VERSION_STORED');
    const { client_id: _, ...correction } = second;
    const corrected = await petsOf(owner).update({ ...correction, id });
    expect(await refusalOf(petsOf(owner).create(first))).toBe('EARLIER_VERSION_STORED');
    expect(await petsOf(owner).create(second)).toEqual(corrected);
    expect(await petsOf(owner).list({})).toEqual({ items: [corrected] });
  });

  it('are stored for each owner, even if two send one form with the same id', async () => {
    const [owner, other] = [await owns(), await owns()];
    const form = { ...MISO, client_id: randomUUID() };
    const first = await petsOf(owner).create(form);
    const second = await petsOf(other).create(form);
    expect(second).toMatchObject({ ...MISO, owner_id: other.id });
    expect(second.id).not.toBe(first.id);
  });

  it('are one, however often one form is sent, and never exceed the limit', async () => {
    const owner = await owns();
    const client_id = randomUUID();
    const twins = await Promise.all(
      [1, 2, 3].map(() => petsOf(owner).create({ ...MISO, client_id })),
    );
    expect(new Set(twins.map(({ id }) => id)).size).toBe(1);
    const corrected = { ...MISO, client_id, medical_conditions: 'Insulin: 12 units' };
    const refused = await errorOf(petsOf(owner).create(corrected));
    expect(refused).toMatchObject({
      code: 'EARLIER_VERSION_STORED',
      data: { id: twins[0]?.id },
    });
    const crowd = await Promise.all(
      [...Array(24).keys()].map(() => outcomeOf(petsOf(owner).create(MISO))),
    );
    expect(crowd.filter((outcome) => outcome === 'ok')).toHaveLength(19);
    expect((await petsOf(owner).list({})).items).toHaveLength(20);
  });
});

test('nobody else sees, changes or removes a pet, including staff [X2] [S6]', async () => {
  const { db } = kindpal.services;
  const owner = await owns();
  const { id } = await petsOf(owner).create({ ...MISO, medical_conditions: 'Insulin' });
  const others = [await createMember(db), await createMember(db, { app_role: 'super_admin' })];
  for (const other of others) {
    expect(await refusalOf(petsOf(other).list({ owner_id: owner.id }))).toBe('FORBIDDEN');
    expect(await petsOf(other).list({})).toEqual({ items: [] });
    expect(await refusalOf(petsOf(other).update({ id, name: 'Mine' }))).toBe('NOT_FOUND');
    expect(await refusalOf(petsOf(other).remove({ id }))).toBe('NOT_FOUND');
    expect(await refusalOf(petsOf(other).create({ ...MISO, owner_id: owner.id }))).toBe(
      'FORBIDDEN',
    );
  }
  expect((await petsOf(owner).list({})).items).toHaveLength(1);
});
