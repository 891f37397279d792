import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

const DAY = 86_400_000;
let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const emailSeen = async (who: TestMember | null, whose: TestMember) =>
  (await kindpal.callerFor(who).member.get({ id: whose.id })).email;

it('an owner sees the email of the sitter who holds their job, and for 30 days after; nobody else does [R2]', async () => {
  const { db } = kindpal.services;
  const owner = await createMember(db, { role: 'both' });
  const sitter = await createMember(db, { role: 'both' });
  const stranger = await createMember(db);
  const admin = await createMember(db, { app_role: 'admin' });
  expect(await emailSeen(owner, sitter)).toBeNull();
  const { job } = await createClaim(db, {
    job: await createJob(db, { owner_id: owner.id }),
    sitter_id: sitter.id,
  });
  // Somebody else's job, which this sitter does not hold.
  await createClaim(db, { job: await createJob(db, { owner_id: stranger.id }) });
  expect(await emailSeen(owner, sitter)).toBe(sitter.email);
  for (const other of [stranger, admin, null]) expect(await emailSeen(other, sitter)).toBeNull();
  // Only the owner sees it, not the sitter.
  expect(await emailSeen(sitter, owner)).toBeNull();
  await kindpal.callerFor(sitter).job.move({ job_id: job.id, action: 'release' });
  const ended = Date.now();
  kindpal.setNow(new Date(ended + 30 * DAY - 60_000));
  expect(await emailSeen(owner, sitter)).toBe(sitter.email);
  kindpal.setNow(new Date(ended + 30 * DAY + 60_000));
  expect(await emailSeen(owner, sitter)).toBeNull();
  kindpal.setNow(null);
});
