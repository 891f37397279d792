import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestMember } from '../../testing/factories.ts';
import { errorOf, refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let reader: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  reader = await createMember(kindpal.services.db);
});
afterAll(async () => {
  await kindpal.stop();
});

const NINE_TO_FIVE = { start: '09:00', end: '17:00' };
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const everyDay = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    [NINE_TO_FIVE],
  ]),
);
const sitter = (given = {}) =>
  createMember(kindpal.services.db, {
    role: 'pet_sitter',
    payment_preference: 'fixed_rate',
    fixed_rate_amount: 60,
    payment_links: { a: { service: 'Venmo', url: 'https://venmo.com/u/secret' } },
    availability_data: {
      weeklySchedule: everyDay,
      specificDates: { [inDays(2)]: [] },
      unavailableDateRanges: [{ start: inDays(3), end: inDays(5) }],
      timeZone: 'UTC',
    },
    ...given,
  });
const profileOf = (member: TestMember, who: TestMember | null = reader) =>
  kindpal.callerFor(who).member.get({ id: member.id });
const edit = (member: TestMember, fields: object) =>
  kindpal.callerFor(member).member.update({ id: member.id, ...fields });

describe('a sitter’s profile [R1] [R8]', () => {
  it('shows members the rate, the services and when the sitter is free, but not why not', async () => {
    kindpal.setNow(new Date(`${inDays(0)}T16:59:00Z`));
    const profile = await profileOf(await sitter());
    kindpal.setNow(null);
    expect(profile).toMatchObject({
      payment_services: ['Venmo'],
      payment_preference: 'fixed_rate',
      fixed_rate_amount: 60,
      availability_enabled: true,
      free_days: Object.keys(everyDay),
      weekly_schedule: { monday: [NINE_TO_FIVE] },
      time_zone: 'UTC',
      next_free_dates: [inDays(0), inDays(1), inDays(6), inDays(7), inDays(8)],
    });
    expect(JSON.stringify(profile)).not.toMatch(/secret|unavailable|specificDates/);
  });

  it('does not offer today once its last hours are over', async () => {
    const free = await sitter();
    kindpal.setNow(new Date(`${inDays(0)}T17:00:00Z`));
    const { next_free_dates } = await profileOf(free);
    kindpal.setNow(null);
    expect(next_free_dates).toEqual([inDays(1), inDays(6), inDays(7), inDays(8), inDays(9)]);
  });

  it('shows no hours of a sitter who accepts no jobs, and none of this to visitors', async () => {
    const hidden = { free_days: null, weekly_schedule: null, next_free_dates: [] };
    const away = await sitter({ availability_enabled: false });
    expect(await profileOf(away)).toMatchObject({ ...hidden, availability_enabled: false });
    expect(await profileOf(await sitter(), null)).toMatchObject({
      ...hidden,
      availability_enabled: null,
      payment_preference: null,
      fixed_rate_amount: null,
      username: null,
      social_links: null,
      payment_services: ['Venmo'],
    });
  });

  it('shows no rates and hours of a member who does not sit', async () => {
    const owner = await sitter({ role: 'pet_owner' });
    expect(await profileOf(owner)).toMatchObject({ free_days: null, payment_preference: null });
  });
});

describe('username and links [R3]', () => {
  it('are stored in one spelling, shown to members, and removed again', async () => {
    const member = await sitter();
    const name = `Ada.${member.id.slice(0, 6)}`;
    await edit(member, {
      username: name,
      social_links: { website: 'Ada.example/pets', instagram: 'https://www.instagram.com/ada' },
    });
    await edit(member, { social_links: { instagram: null } });
    expect(await profileOf(member)).toMatchObject({
      username: name.toLowerCase(),
      social_links: { website: 'https://ada.example/pets' },
    });
    await edit(member, { username: '', social_links: { website: '' } });
    expect(await profileOf(member)).toMatchObject({ username: null, social_links: {} });
  });

  it('go to the first of two who choose the same username at once', async () => {
    const members = [await sitter(), await sitter(), await sitter()];
    const answers = await Promise.all(
      members.map((member) =>
        errorOf(edit(member, { username: 'the-same-name' })).catch(() => null),
      ),
    );
    const refused = answers.filter((answer) => answer !== null);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({
      code: 'INVALID_INPUT',
      data: { fields: [{ path: 'username', message: 'This username is taken' }] },
    });
  });

  it.each([
    [{ username: 'kindpal-support' }, 'username'],
    [{ username: 'ad' }, 'username'],
    [{ username: 'ada lovelace' }, 'username'],
    [{ social_links: { website: 'javascript:alert(1)' } }, 'social_links.website'],
    [{ social_links: { website: 'https://ada:pw@example.org' } }, 'social_links.website'],
    [
      { social_links: { instagram: 'https://instagram.com.evil.example/ada' } },
      'social_links.instagram',
    ],
    [{ social_links: { facebook: 'https://facebook.com/' } }, 'social_links.facebook'],
    [{ social_links: { myspace: 'https://myspace.com/tom' } }, 'social_links.myspace'],
  ])('are refused by name: %j', async (fields, path) => {
    const error = await errorOf(edit(await sitter(), fields));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', data: { fields: [{ path }] } });
  });
});

describe('a client that saves the onboarding as a profile [O1] [O2] [X2]', () => {
  it('completes it once all required fields are there', async () => {
    const member = await sitter({ role: 'both', last_name: 'Byron', payment_preference: null });
    const done = { onboarding_completed: true };
    expect(await refusalOf(edit(member, done))).toBe('INVALID_INPUT');
    expect(await edit(member, { ...done, payment_preference: 'negotiable' })).toMatchObject(done);
    const pets = { pet_onboarding_completed: true };
    expect(await refusalOf(edit(member, pets))).toBe('INVALID_INPUT');
    await kindpal.callerFor(member).pet.create({ name: 'Miso', breed: 'Tabby' });
    expect(await edit(member, { ...pets, location: 'Maplewood, NJ' })).toMatchObject(pets);
    expect(await refusalOf(edit(await sitter(), pets))).toBe('FORBIDDEN');
  });
});
