import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { files } from '../../db/schema/file.ts';
import { createMember, type TestMember } from '../../testing/factories.ts';
import { errorOf, refusalOf } from '../../testing/refusal-of.ts';
import { MAPLEWOOD } from '../../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const joins = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, given);
const MISO = { name: 'Miso', breed: 'Tabby', age: 3, weight: null };
const ADA = {
  full_name: 'Ada de la Stone',
  place_id: MAPLEWOOD.place_id,
  address: '12 Elm Street',
};

async function own(member: TestMember) {
  const seen = await kindpal.callerFor(member).member.get({ id: member.id });
  if (seen.view !== 'self') throw new Error('not the own view');
  return seen;
}

const complete = (member: TestMember, given: { pet?: object; owner?: object } = {}) =>
  kindpal.callerFor(member).member.completePetOnboarding({
    pet: { ...MISO, ...given.pet },
    owner: { ...ADA, ...given.owner },
  });

const draft = { form_type: 'pet_onboarding', form_data: { name: 'Mi' } } as const;
const hasDraft = async (member: TestMember) =>
  kindpal
    .callerFor(member)
    .draft.get({ form_type: 'pet_onboarding' })
    .then(() => true)
    .catch(() => false);

test('an owner whose name is older than the rule for names can finish, under that name only [O1]', async () => {
  const old = await joins({ first_name: 'Kinclpal', last_name: 'Support' });
  const refused = await errorOf(complete(old, { owner: { full_name: 'Kinclpal Team' } }));
  expect(refused.data).toMatchObject({ fields: [{ path: 'owner.full_name' }] });
  const pet = await errorOf(complete(old, { pet: { name: 'Misо' } }));
  expect(pet.data).toMatchObject({ fields: [{ path: 'pet.name' }] });
  const owner = { full_name: 'Kinclpal Support' };
  expect(await complete(old, { owner })).toMatchObject({ pet_onboarding_completed: true });
});

describe('an owner who has done both steps [O1]', () => {
  it('has a pet, a name and a place, both flags, and no draft', async () => {
    const owner = await joins();
    await kindpal.callerFor(owner).draft.save(draft);
    const saved = await complete(owner, { owner: { phone: '', bio: null } });
    expect(saved).toMatchObject({
      first_name: 'Ada de la',
      last_name: 'Stone',
      ...MAPLEWOOD,
      address: ADA.address,
      phone: null,
      pet_onboarding_completed: true,
      onboarding_completed: true,
    });
    const { items } = await kindpal.callerFor(owner).pet.list({});
    expect(items).toMatchObject([MISO]);
    expect(await hasDraft(owner)).toBe(false);
  });

  it('keeps the parts of an unchanged name', async () => {
    const owner = await joins({ first_name: 'Ada', last_name: 'de la Stone' });
    expect(await complete(owner)).toMatchObject({ first_name: 'Ada', last_name: 'de la Stone' });
  });

  it('who also sits still has the sitter’s steps to do', async () => {
    const both = await joins({ role: 'both' });
    expect(await complete(both)).toMatchObject({
      pet_onboarding_completed: true,
      onboarding_completed: false,
    });
  });

  it('has one pet, even if the response was lost and the form was sent again', async () => {
    const owner = await joins();
    const client_id = randomUUID();
    await Promise.all([1, 2, 3].map(() => complete(owner, { pet: { client_id } })));
    const { items } = await kindpal.callerFor(owner).pet.list({});
    expect(items).toHaveLength(1);
    // What they corrected before they sent it again is stored.
    await complete(owner, { pet: { client_id, medical_conditions: 'Insulin: 12 units' } });
    expect((await kindpal.callerFor(owner).pet.list({})).items).toMatchObject([
      { id: items[0]?.id, medical_conditions: 'Insulin: 12 units' },
    ]);
    // And the existing pet is the one that is changed.
    await complete(owner, { pet: { id: items[0]?.id, name: 'Miso the Second' } });
    expect((await kindpal.callerFor(owner).pet.list({})).items).toMatchObject([
      { id: items[0]?.id, name: 'Miso the Second' },
    ]);
  });

  it('shows the photos that they sent; with somebody else’s, nothing is done at all', async () => {
    const [owner, other] = [await joins(), await joins()];
    const pictureOf = async ({ id }: TestMember) => {
      const path = `${id}-owner-${randomUUID()}.webp`;
      await kindpal.services.db.drizzle.insert(files).values({ path, owner_id: id, bytes: 1 });
      return `/storage/v1/object/public/profile-images/${path}`;
    };
    await kindpal.callerFor(owner).draft.save(draft);
    const before = await own(owner);
    const foreign = { profile_image_url: await pictureOf(other) };
    for (const part of ['owner', 'pet']) {
      const refused = await errorOf(complete(owner, { [part]: foreign }));
      expect(refused).toMatchObject({
        code: 'INVALID_INPUT',
        data: { fields: [{ path: `${part}.profile_image_url` }] },
      });
    }
    expect(await refusalOf(complete(owner, { pet: { id: randomUUID() } }))).toBe('NOT_FOUND');
    expect(await own(owner)).toEqual(before);
    expect(await kindpal.callerFor(owner).pet.list({})).toEqual({ items: [] });
    expect(await hasDraft(owner)).toBe(true);
    const profile_image_url = await pictureOf(owner);
    expect(await complete(owner, { owner: { profile_image_url } })).toMatchObject({
      profile_image_url,
    });
  });

  it.each([
    ['without a pet’s name', { pet: { name: ' ' } }],
    ['without a breed', { pet: { breed: undefined } }],
    ['with an age in letters', { pet: { age: 'three' } }],
    ['without a name', { owner: { full_name: '<>' } }],
    ['without a place', { owner: { place_id: undefined } }],
  ])('is not done %s', async (_what, given) => {
    const owner = await joins();
    expect(await refusalOf(complete(owner, given))).toBe('INVALID_INPUT');
    expect(await own(owner)).toMatchObject({ pet_onboarding_completed: false });
  });
});

describe('a sitter who has done the four steps [O2]', () => {
  const finish = (member: TestMember) =>
    kindpal.callerFor(member).member.completeSitterOnboarding();

  it('is done once both names and a preference are there', async () => {
    const sitter = await joins({ role: 'both', last_name: '' });
    const form_type = 'pet_sitter_onboarding' as const;
    await kindpal.callerFor(sitter).draft.save({ form_type, form_data: {} });
    expect(await refusalOf(finish(sitter))).toBe('INVALID_INPUT');
    await kindpal.callerFor(sitter).member.update({ id: sitter.id, last_name: 'Vale' });
    expect(await refusalOf(finish(sitter))).toBe('INVALID_INPUT');
    expect(await own(sitter)).toMatchObject({ onboarding_completed: false });
    await kindpal.callerFor(sitter).draft.get({ form_type });
    await kindpal
      .callerFor(sitter)
      .member.update({ id: sitter.id, payment_preference: 'negotiable' });
    expect(await finish(sitter)).toMatchObject({
      onboarding_completed: true,
      pet_onboarding_completed: false,
    });
    expect(await refusalOf(kindpal.callerFor(sitter).draft.get({ form_type }))).toBe('NOT_FOUND');
    expect(await finish(sitter)).toMatchObject({ onboarding_completed: true });
  });
});

test('nobody does the steps of another role [O1] [O2] [S6]', async () => {
  const [owner, sitter] = [await joins(), await joins({ role: 'pet_sitter' })];
  expect(await refusalOf(complete(sitter))).toBe('FORBIDDEN');
  expect(await refusalOf(kindpal.callerFor(owner).member.completeSitterOnboarding())).toBe(
    'FORBIDDEN',
  );
});
