import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { countDecisions } from './get-summary.ts';

let kindpal: TestKindpal;
let admin: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(() => kindpal.stop());

const as = (who: TestMember | null) => kindpal.callerFor(who);

async function decided(kind: 'warn' | 'dismiss' | 'ban'): Promise<void> {
  const { db } = kindpal.services;
  const [reporter, reported] = [await createMember(db), await createMember(db)];
  const { id } = await as(reporter).report.send({
    subject_type: 'profile',
    subject_id: reported.id,
    reason: 'spam',
    details: 'Words of the report',
  });
  await as(admin).report.take({ id });
  const reason = kind === 'dismiss' ? {} : { reason: 'Words of the decision' };
  await as(admin).report.decide({ id, kind, ...reason });
}

/** Moves all of it to last month, which is counted. */
async function ageAll(): Promise<void> {
  const { pool } = kindpal.services.db;
  const moved = (column: string) =>
    `${column} = date_trunc('month', now(), 'UTC') - interval '1 day' + (${column} - created_at)`;
  await pool.query(`UPDATE reports SET ${moved('created_at')}, ${moved('decided_at')}`);
  await pool.query(`UPDATE moderation_decisions SET ${moved('created_at')}`);
}

it('shows everybody the numbers of decisions, small numbers only as fewer than five, and no names [S4]', async () => {
  const none = { dismiss: 0, warn: 0, hide: 0, remove: 0, suspend: 0, ban: 0 };
  const count = () => countDecisions(kindpal.services.db);
  expect(await count()).toMatchObject({ reports: 0, decisions: none, median_minutes: null });
  for (let n = 0; n < 6; n += 1) await decided('warn');
  await decided('ban');
  // What has just happened would tell a member that somebody reported them.
  expect(await count()).toMatchObject({ reports: 0, decisions: none, median_minutes: null });
  await ageAll();
  const summary = await count();
  expect(summary).toEqual({
    reports: 7,
    decisions: { ...none, warn: 6, ban: null },
    appeals: 0,
    appeals_granted: 0,
    median_minutes: 0,
  });
  expect(await as(null).moderation.getSummary()).toEqual(summary);
});

it('is counted once for any number of concurrent requests, and again when it is outdated', async () => {
  const [first, second] = await Promise.all([
    as(null).moderation.getSummary(),
    as(null).moderation.getSummary(),
  ]);
  for (let n = 0; n < 5; n += 1) await decided('dismiss');
  await ageAll();
  expect(second).toEqual(first);
  expect(await as(null).moderation.getSummary()).toEqual(first);
  kindpal.setNow(new Date(Date.now() + 11 * 60_000));
  const later = await as(null).moderation.getSummary();
  kindpal.setNow(null);
  expect([first.decisions.dismiss, later.decisions.dismiss]).toEqual([0, 5]);
});
