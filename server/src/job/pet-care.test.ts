import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;
let other: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  owner = await createMember(db);
  sitter = await createMember(db, { role: 'pet_sitter' });
  other = await createMember(db, { role: 'pet_sitter' });
});
afterAll(() => kindpal.stop());

const DAY_MS = 86_400_000;
const MISO = { name: 'Miso', breed: 'Tabby', medical_conditions: 'Insulin at 8' };
let hour = 0;

/**
 * A job of the owner for a saved pet; each at a different hour, so that one sitter can hold many.
 */
async function postFor(pet: object = MISO) {
  const { id: pet_id } = await kindpal.callerFor(owner).pet.create({ ...MISO, ...pet });
  hour += 3;
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const times = { start_date: at(48 + hour), end_date: at(50 + hour) };
  const job = await kindpal.callerFor(owner).job.post(jobForm({ pet_id, ...times }));
  return { job_id: job.id, pet_id, end: Date.parse(times.end_date) };
}

const careFor = (who: TestMember | null, job_id: string) =>
  kindpal.callerFor(who).job.getPetCare({ job_id });
const canSeeCare = async (who: TestMember | null, id: string) =>
  (await kindpal.callerFor(who).job.get({ id })).can.care === true;

test('a sitter sees a pet’s health from the claim until a week after the end [J4]', async () => {
  const { job_id, end } = await postFor({ age: 4, emergency_phone: '555 0100' });
  expect(await refusalOf(careFor(sitter, job_id))).toBe('FORBIDDEN');
  expect(await canSeeCare(sitter, job_id)).toBe(false);
  expect(await canSeeCare(owner, job_id)).toBe(true);
  await kindpal.callerFor(sitter).claim.create({ job_id });
  expect(await careFor(sitter, job_id)).toEqual({
    name: 'Miso',
    age: 4,
    weight: null,
    medical_conditions: 'Insulin at 8',
    emergency_contact: null,
    emergency_phone: '555 0100',
  });
  expect(await canSeeCare(sitter, job_id)).toBe(true);
  kindpal.setNow(new Date(end + 7 * DAY_MS - 1000));
  expect(await careFor(sitter, job_id)).toMatchObject({ name: 'Miso' });
  kindpal.setNow(new Date(end + 7 * DAY_MS));
  expect(await refusalOf(careFor(sitter, job_id))).toBe('FORBIDDEN');
  expect(await canSeeCare(sitter, job_id)).toBe(false);
  expect(await careFor(owner, job_id)).toMatchObject({ name: 'Miso' });
  kindpal.setNow(null);
});

test('of two pets with the same name and breed, the sitter sees the one the job is for [J2 J4]', async () => {
  const [well, ill] = [
    await postFor({ medical_conditions: 'Nothing' }),
    await postFor({ medical_conditions: 'Insulin at 8' }),
  ];
  for (const [{ job_id }, medical_conditions] of [
    [well, 'Nothing'],
    [ill, 'Insulin at 8'],
  ] as const) {
    await kindpal.callerFor(sitter).claim.create({ job_id });
    expect(await careFor(sitter, job_id)).toMatchObject({ name: 'Miso', medical_conditions });
  }
});

test('nobody else does, nor a sitter who canceled their claim [S6]', async () => {
  const { job_id } = await postFor();
  await kindpal.callerFor(sitter).claim.create({ job_id });
  const staff = await createMember(kindpal.services.db, { app_role: 'super_admin' });
  expect(await refusalOf(careFor(staff, job_id))).toBe('FORBIDDEN');
  expect(await canSeeCare(staff, job_id)).toBe(false);
  expect(await refusalOf(careFor(other, job_id))).toBe('NOT_FOUND');
  expect(await refusalOf(careFor(null, job_id))).toBe('UNAUTHORIZED');
  await kindpal.callerFor(sitter).job.move({ job_id, action: 'release' });
  expect(await refusalOf(careFor(sitter, job_id))).toBe('FORBIDDEN');
  await kindpal.callerFor(other).claim.create({ job_id });
  expect(await careFor(other, job_id)).toMatchObject({ medical_conditions: 'Insulin at 8' });
  expect(await refusalOf(careFor(sitter, job_id))).toBe('FORBIDDEN');
  expect(await refusalOf(careFor(owner, randomUUID()))).toBe('NOT_FOUND');
});

test('a job is for one of its owner’s pets, and outlives it [J2]', async () => {
  const mine = await kindpal.callerFor(other).pet.create(MISO);
  const foreign = kindpal.callerFor(owner).job.post(jobForm({ pet_id: mine.id }));
  expect(await refusalOf(foreign)).toBe('INVALID_INPUT');
  const { job_id, pet_id } = await postFor();
  await kindpal.callerFor(owner).pet.remove({ id: pet_id });
  expect(await kindpal.callerFor(owner).job.get({ id: job_id })).toMatchObject({ id: job_id });
  expect(await canSeeCare(owner, job_id)).toBe(false);
  expect(await refusalOf(careFor(owner, job_id))).toBe('NOT_FOUND');
});

test('only the owner learns which of their saved pets a job is for [J2]', async () => {
  const { job_id, pet_id } = await postFor();
  await kindpal.callerFor(sitter).claim.create({ job_id });
  const read = (who: TestMember) => kindpal.callerFor(who).job.get({ id: job_id });
  expect(await read(owner)).toMatchObject({ pet_id });
  expect(await read(sitter)).toMatchObject({ pet_id: null });
  const staff = await createMember(kindpal.services.db, { app_role: 'admin' });
  expect(await read(staff)).toMatchObject({ pet_id: null });
});
