import { TURN_MINUTES } from '@kindpal/contract/offer/schema';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { notifyOffers } from '../../offer/notify-offers.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createJob, createMember, jobForm, type TestMember } from '../../testing/factories.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/outside/smtp-sink.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { notifyByClock } from './queue-mails.ts';

let kindpal: TestKindpal;
let sink: SmtpSink;
let owner: TestMember;
let first: TestMember;
let second: TestMember;
beforeAll(async () => {
  sink = await startSmtpSink();
  kindpal = await startTestKindpal({ settings: { SMTP_URL: sink.url } });
});
afterAll(async () => {
  await kindpal.stop();
  await sink.close();
});
beforeEach(async () => {
  owner = await createMember(db(), { role: 'both' });
  [first, second] = [await createNightSitter(), await createNightSitter()];
});

const db = () => kindpal.services.db;
const as = (who: TestMember) => kindpal.callerFor(who);
const sitter = () => createMember(db(), { role: 'pet_sitter' });
const clockIn = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

/** A sitter whose quiet hours began an hour ago and end in five. */
async function createNightSitter(): Promise<TestMember> {
  const member = await sitter();
  const quiet_hours = { from: clockIn(-1), to: clockIn(5) };
  await as(member).notification.updateSettings({ time_zone: 'UTC', quiet_hours });
  return member;
}

/** A job whose sitter canceled their claim while `first` and `second` wait in line for it. */
async function createReleased(): Promise<string> {
  const holder = await sitter();
  const { id } = await createJob(db(), { owner_id: owner.id });
  await as(holder).claim.create({ job_id: id });
  for (const one of [first, second]) await as(one).offer.join({ job_id: id });
  await as(holder).job.move({ job_id: id, action: 'release' });
  return id;
}

/** Moves turns into the past, with their notifications, whose keys contain the end of the turn. */
const letTurnsPass = (id: string, minutes = TURN_MINUTES) =>
  db().pool.query(
    `WITH told AS (
       UPDATE notifications SET event_key = job_id || '@' || split_part(event_key, '@', 2)::bigint - $2 * 60
       WHERE job_id = $1 AND type IN ('jobs.your_turn', 'jobs.asked')),
     moved AS (UPDATE job_offers SET until_at = until_at - $2 * interval '1 minute' WHERE job_id = $1)
     UPDATE jobs SET reserved_until = reserved_until - $2 * interval '1 minute' WHERE id = $1`,
    [id, minutes],
  );

async function mailsTo(who: TestMember): Promise<string[]> {
  await runDueTasks(kindpal.services);
  return sink.accepted.filter((text) => text.includes(`To: ${who.email}`));
}

async function stateOf(who: TestMember) {
  const { rows } = await db().pool.query(
    'SELECT type, mail_state AS state, mail_reason AS reason FROM notifications WHERE member_id = $1',
    [who.id],
  );
  return rows;
}

it('a sitter in line is notified of their turn during quiet hours, while they can still claim the job [J5]', async () => {
  const id = await createReleased();
  expect(await mailsTo(first)).toHaveLength(1);
  expect(await mailsTo(second)).toEqual([]);
  await letTurnsPass(id);
  await notifyByClock(kindpal.services);
  expect(await mailsTo(second)).toHaveLength(1);
  expect(await mailsTo(first)).toHaveLength(1);
});

it.each(['passes', 'is declined'])(
  'a sitter whose turn %s before the email is sent gets no email about it [J5]',
  async (end) => {
    const id = await createReleased();
    if (end === 'passes') await letTurnsPass(id);
    else await as(first).offer.decline({ job_id: id });
    await notifyOffers(db(), new Date(), id);
    expect(await mailsTo(first)).toEqual([]);
    expect(await stateOf(first)).toEqual([
      { type: 'jobs.your_turn', state: 'suppressed', reason: 'no_longer_true' },
    ]);
  },
);

it('a sitter asked first is notified in the morning if there is time, otherwise two hours before the job opens to all [J5]', async () => {
  const ask = (who: TestMember, hours: number) =>
    as(owner).job.post(
      jobForm({ ask_first: { sitter_ids: [who.id], hours } }) as never,
    ) as Promise<{ id: string }>;
  await ask(first, 24);
  const { id } = await ask(second, 3);
  expect(await mailsTo(first)).toEqual([]);
  expect(await mailsTo(second)).toEqual([]);
  expect(await stateOf(first)).toMatchObject([{ state: 'queued', reason: 'quiet_hours' }]);
  await letTurnsPass(id, 61);
  await db().pool.query(
    'UPDATE notifications SET mail_due_at = now() WHERE member_id = $1 AND mail_due_at IS NOT NULL',
    [second.id],
  );
  await notifyByClock(kindpal.services);
  expect(await mailsTo(second)).toHaveLength(1);
});
