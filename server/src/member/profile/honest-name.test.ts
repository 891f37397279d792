import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { petProfiles } from '../../db/schema/pet.ts';
import { quote } from '../../mail/letter.ts';
import { createMember, jobForm } from '../../testing/factories.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { errorOf, outcomeOf } from '../../testing/refusal-of.ts';
import { mintInvite, signUpForm } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

/** The field that a call was refused for. */
async function fieldOf(call: Promise<unknown>): Promise<string | undefined> {
  const { data } = await errorOf(call);
  return (data as { fields: { path: string }[] }).fields[0]?.path;
}

test('nobody joins or waits with the name of the community’s staff, or with a link [U1] [P4]', async () => {
  const api = kindpal.callerFor(null);
  for (const full_name of ['Kindpal Support', 'Rex\u202Egnp', 'www.evil.example', 'Pаul Smith']) {
    const form = signUpForm(await mintInvite(kindpal.services), {
      data: { full_name, role: 'pet_owner' },
    });
    expect([full_name, await fieldOf(api.account.signUp(form))]).toEqual([
      full_name,
      'data.full_name',
    ]);
    const wait = { email: 'a@example.org', full_name, note: '', website: '' };
    expect([full_name, await fieldOf(api.waitlist.join(wait))]).toEqual([full_name, 'full_name']);
  }
});

test('two allowed names cannot be combined to one that is not [R3]', async () => {
  const member = await createMember(kindpal.services.db);
  const save = (edit: object) =>
    kindpal.callerFor(member).member.update({ id: member.id, ...edit });
  expect(await fieldOf(save({ first_name: 'Customer', last_name: 'Service' }))).toBe('first_name');
  // Visitors would see Suppor T. and Kindpa L.
  expect(await fieldOf(save({ first_name: 'Suppor', last_name: 'Thompson' }))).toBe('first_name');
  expect(await fieldOf(save({ first_name: 'KINDPA', last_name: 'Lee' }))).toBe('first_name');
  await save({ last_name: 'Care' });
  expect(await fieldOf(save({ first_name: 'Support' }))).toBe('first_name');
  expect(await fieldOf(save({ last_name: 'evil.com' }))).toBe('last_name');
  expect(await fieldOf(save({ first_name: 'Team', last_name: 'Ann' }))).toBe('first_name');
  // A last name that is also an office is the name of some people.
  expect(await save({ first_name: 'Joe', last_name: 'Root' })).toMatchObject({
    full_name: 'Joe Root',
  });
  expect(await save({ first_name: 'María José', last_name: 'O’Brien' })).toMatchObject({
    full_name: 'María José O’Brien',
  });
});

test('nor by two changes at once, each of one name [R3]', async () => {
  const { db } = kindpal.services;
  const member = await createMember(db, { first_name: 'Anna', last_name: 'Lee' });
  const save = (edit: object) =>
    outcomeOf(kindpal.callerFor(member).member.update({ id: member.id, ...edit }));
  const held = await db.pool.connect();
  await held.query('BEGIN');
  await held.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [member.id]);
  const saved = [save({ first_name: 'Kind' }), save({ last_name: 'Pal' })];
  await untilLockWaits(db.pool, 2);
  await held.query('COMMIT');
  held.release();
  expect((await Promise.all(saved)).sort()).toEqual(['INVALID_INPUT', 'ok']);
});

test('a member whose name is older than the rule can still change other things [R3]', async () => {
  const old = await createMember(kindpal.services.db, { first_name: 'Admin', last_name: 'Team' });
  const edit = { id: old.id, first_name: 'Admin', last_name: 'Team', bio: 'Hello.' };
  expect(await kindpal.callerFor(old).member.update(edit)).toMatchObject({ bio: 'Hello.' });
});

test('the name of a payment service contains nothing hidden [R5]', async () => {
  const member = await createMember(kindpal.services.db, { role: 'pet_sitter' });
  const payment_links = { a: { service: 'Pay\u202Elap', url: 'https://bank.example.org/a' } };
  expect(
    await fieldOf(kindpal.callerFor(member).member.update({ id: member.id, payment_links })),
  ).toBe('payment_links.a.service');
});

test('the name of a payment service does not look like another one, unless the link is one of that service [R5]', async () => {
  const member = await createMember(kindpal.services.db, { role: 'pet_sitter' });
  const save = (service: string, url: string) => {
    const payment_links = { a: { service, url } };
    return kindpal.callerFor(member).member.update({ id: member.id, payment_links });
  };
  for (const service of [
    ...['ＰayPal', 'PayPaI', 'PayPaⅼ', 'PayPal (verified)', 'Pay-Pal', 'VENM0'],
    ...['PayPaㅣ', 'PayPa丨', 'PayPaן', 'PayPaเ', 'PayPa ן', 'Venm〇', 'Venm○', 'V€nmo', 'PayPaǀ'],
    ...['раураӏ', 'ᏢᎪᎩᏢᎪᏞ', 'ꓑꓮꓬꓑꓮꓡ', 'ⲣⲁⲩⲣⲁⲗ', 'þayþal', 'ᴘᴀʏᴘᴀʟ', 'Venrno'],
    ...['Kindpal Pay', 'Pay with KindpaI', 'Kinclpal Pay', 'Kindˑpal Pay'],
    ...['PayPa ו', 'PayPa ا', 'ΡΑΥΡΑΙ', 'ᑭᗩᖻᑭᗩᒪ', 'ᐯᗴᑎᗰ0', 'ᏙᎬᏁᎷᎤ', 'Venm°', '卩卂ㄚ卩卂ㄥ'],
    ...[
      '©ash App',
      '© ash App',
      'K¡ndpal Pay',
      'Kind Pal Pay',
      'Ca💲h App',
      'Pay+Pal',
      'venmo.com',
    ],
    ...['mailto:a@example.org?cc=x', 'bank.example.com', 'https://venmo', 'www.bank'],
  ]) {
    const refused = fieldOf(save(service, 'https://bank.example.org/a'));
    expect([service, await refused]).toEqual([service, 'payment_links.a.service']);
  }
  for (const [service, url] of [
    ['My PayPal', 'https://www.paypal.com/donate?id=1'],
    ['bank.example.org', 'https://www.bank.example.org/a'],
    ['Oak Bank', 'https://bank.example.org/a'],
    ['支付宝', 'https://bank.example.org/b'],
    ['LINE ペイ', 'https://bank.example.org/c'],
  ] as const) {
    expect(await save(service, url)).toMatchObject({ payment_links: { a: { service } } });
  }
});

test('a payment method that is older than the rule stays, and others can still be added [R5]', async () => {
  const old = { service: 'Kindpal Pay', url: 'https://bank.example.org/a', order: 1 };
  const member = await createMember(kindpal.services.db, {
    role: 'pet_sitter',
    payment_links: { a: old },
  });
  const save = (payment_links: Record<string, { service: string; url: string } | null>) =>
    kindpal.callerFor(member).member.update({ id: member.id, payment_links });
  const { order: _, ...same } = old;
  const added = { service: 'Oak Bank', url: 'https://bank.example.org/b' };
  expect(await save({ a: same, b: added })).toMatchObject({ payment_links: { a: same, b: added } });
  const moved = { ...same, url: 'https://bank.example.org/c' };
  expect(await fieldOf(save({ a: moved }))).toBe('payment_links.a.service');
  expect(await fieldOf(save({ c: { ...moved } }))).toBe('payment_links.c.service');
  expect(await save({ a: null })).toMatchObject({ payment_links: { b: added } });
});

test('a username that is older than the rule stays until it changes [R3]', async () => {
  const old = await createMember(kindpal.services.db, { username: 'kinclpal.help' });
  const save = (username: string) =>
    kindpal.callerFor(old).member.update({ id: old.id, username, bio: 'Hello.' });
  expect(await save('kinclpal.help')).toMatchObject({ bio: 'Hello.' });
  expect(await fieldOf(save('kinclpal.team'))).toBe('username');
});

test('a pet’s name and breed imitate nothing with other letters, in a profile and in a job [J2] [X2]', async () => {
  const owner = await createMember(kindpal.services.db);
  const { pet, job } = kindpal.callerFor(owner);
  for (const text of ['Kㅣndpal Support', 'Rеx', 'Pauˑ', 'Poodle丨', 'Rǀx']) {
    for (const field of ['name', 'breed']) {
      const typed = { name: 'Rex', breed: 'Poodle', [field]: text };
      expect([text, await fieldOf(pet.create(typed))]).toEqual([text, field]);
      const posted = job.post(jobForm({ pet_details: { ...typed, size: 'small' } }));
      expect([text, await fieldOf(posted)]).toEqual([text, `pet_details.${field}`]);
    }
  }
  const shown = { name: 'Łatek 太郎 🐕\u200d🦺', breed: 'Lab×Poodle (F1b) 柴犬' };
  expect(await pet.create(shown)).toMatchObject(shown);
  const { pet_details } = await job.post(jobForm({ pet_details: { ...shown, size: 'small' } }));
  expect(pet_details).toMatchObject(shown);
});

test('a pet whose name is older than the rule is shown and can be changed otherwise [X2]', async () => {
  const owner = await createMember(kindpal.services.db);
  const { pet } = kindpal.callerFor(owner);
  const { id } = await pet.create({ name: 'Rex', breed: 'Poodle' });
  const old = { name: 'Rㅣx', breed: 'Pооdle' };
  await kindpal.services.db.drizzle.update(petProfiles).set(old).where(eq(petProfiles.id, id));
  expect((await pet.list({})).items).toMatchObject([old]);
  expect(await pet.update({ id, ...old, age: 4 })).toMatchObject({ ...old, age: 4 });
  expect(await fieldOf(pet.update({ id, ...old, name: 'Rㅣxi' }))).toBe('name');
  expect(await pet.update({ id, ...old, breed: 'Poodle' })).toMatchObject({ breed: 'Poodle' });
});

test('a member’s text in a mail contains no link and nothing hidden [P4] [S4]', () => {
  expect(quote('see evil.com or https://x.io')).toBe(
    'see evil.\u200bcom or https://\u200bx.\u200bio',
  );
  expect(quote('www.🇩🇪.ws 👍🏽.ws')).toBe('www.\u200b🇩🇪.\u200bws 👍🏽.\u200bws');
  expect(quote('me@evil.example')).toBe('me@\u200bevil.\u200bexample');
  expect(quote('\u202EgnP J. R. Smith')).toBe('gnP J. R. Smith');
});

test('no other user of the machine can open the pictures', () => {
  const { mode } = statSync(join(kindpal.services.env.dataDir, 'files'));
  expect(mode & 0o077).toBe(0);
});
