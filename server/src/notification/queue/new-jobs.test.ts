import { findObstacle } from '@kindpal/contract/availability/obstacle';
import { WEEKDAYS } from '@kindpal/contract/availability/rules';
import { availabilityDataSchema } from '@kindpal/contract/availability/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeServices } from '../../compose.ts';
import { notificationSettings, pushSubscriptions } from '../../db/schema/notification.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import {
  createClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../../testing/factories.ts';
import { BROOKLYN, MAPLEWOOD } from '../../testing/sample-places.ts';
import { readMailbox } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { announceJob, writeFits } from './announce-job.ts';
import { notifyByClock } from './queue-mails.ts';

let kindpal: TestKindpal;
let owner: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  owner = await createMember(kindpal.services.db, MAPLEWOOD);
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  kindpal.setNow(null);
  await db().pool.query(`DELETE FROM auth."user" WHERE id <> $1`, [owner.id]);
});

const db = () => kindpal.services.db;
const sitter = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(db(), { role: 'pet_sitter', ...MAPLEWOOD, ...given });
const choose = (who: TestMember, change: object) =>
  kindpal.callerFor(who).notification.updateSettings(change as never);

/** Posts a job and runs the queue; returns its id. */
async function post(given: Record<string, unknown> = {}): Promise<string> {
  const { id } = await kindpal.callerFor(owner).job.post(jobForm(given) as never);
  await runDueTasks(kindpal.services);
  return id;
}

async function toldOf(job: string): Promise<string[]> {
  const { rows } = await db().pool.query<{ member_id: string }>(
    `SELECT member_id FROM notifications WHERE job_id = $1 AND type = 'new_jobs.fits' ORDER BY 1`,
    [job],
  );
  return rows.map(({ member_id }) => member_id);
}

/** The channels chosen for each of them, before a task takes them. */
async function channelsOf(job: string) {
  const { rows } = await db().pool.query(
    `SELECT member_id, created_at, in_bell, mail_state, mail_reason, in_digest, mail_due_at, push_due_at
     FROM notifications WHERE job_id = $1 ORDER BY member_id`,
    [job],
  );
  return rows;
}

async function addDevice({ id, session_id }: TestMember): Promise<void> {
  const endpoint = `https://push.example.org/${id}`;
  await db()
    .drizzle.insert(pushSubscriptions)
    .values({ member_id: id, session_id, endpoint, p256dh: 'key', auth: 'auth' });
}

const sorted = (...members: TestMember[]) => members.map(({ id }) => id).sort();

describe('sitters are notified of a new job [J2]', () => {
  it('within the distance that they chose, unless they do not sit, have no area or are suspended', async () => {
    const here = await sitter();
    const both = await sitter({ role: 'both' });
    const wide = await sitter(BROOKLYN);
    await choose(wide, { new_jobs: { within_miles: 40, only_when_free: true } });
    await sitter(BROOKLYN);
    await sitter({ place_id: null, location: null });
    await sitter({ suspended_at: new Date() });
    await createMember(db(), MAPLEWOOD);
    expect(await toldOf(await post())).toEqual(sorted(here, both, wide));
  });

  it('of a kind that they offer, or of any kind if they have not chosen', async () => {
    const any = await sitter();
    const walker = await sitter({ services: ['dog_walking'] });
    const keeper = await sitter({ services: ['pet_sitting'] });
    expect(await toldOf(await post({ job_type: 'dog_walking' }))).toEqual(sorted(any, walker));
    expect(await toldOf(await post({ job_type: 'pet_sitting' }))).toEqual(sorted(any, keeper));
    expect(await toldOf(await post({ job_type: 'both' }))).toEqual(sorted(any, walker, keeper));
  });

  it('on the same channels that the trigger would choose, whatever they switched off', async () => {
    const [on, off] = [[], ['new_jobs']];
    const zones = ['America/New_York', 'Asia/Tokyo', null];
    for (let n = 0; n < 32; n++) {
      const one = await sitter({ availability_data: { timeZone: zones[n % 2] } });
      const pick = (bit: number) => (n & bit ? off : on) as string[];
      await db()
        .drizzle.insert(notificationSettings)
        .values({
          member_id: one.id,
          bell_off: pick(1),
          email_off: pick(2),
          push_off: pick(4),
          email_digest: pick(8),
          time_zone: zones[n % 3],
          digest: n % 5 ? 'weekly' : 'daily',
        });
      if (n & 16) await addDevice(one);
    }
    const bare = await sitter();
    await addDevice(bare);
    const { id } = await createJob(db(), { owner_id: owner.id });
    await writeFits({ db: db(), clock: kindpal.services.clock }, { id });
    const chosen = await channelsOf(id);
    await db().pool.query('DELETE FROM notifications WHERE job_id = $1', [id]);
    await kindpal.asOwner(`CREATE TRIGGER all_channels BEFORE INSERT ON notifications FOR EACH ROW
       EXECUTE FUNCTION choose_channels()`);
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, created_at)
       SELECT id, 'new_jobs.fits', $1::uuid, $1, $1, $2 FROM users WHERE id <> $3`,
      [id, chosen[0]?.created_at, owner.id],
    );
    await kindpal.asOwner('DROP TRIGGER all_channels ON notifications');
    // What the trigger leaves to the next minute has its task at once where the statement writes
    // it.
    const byTrigger = (await channelsOf(id)).map(({ mail_due_at, ...row }) => ({
      ...row,
      mail_due_at: row.in_digest ? mail_due_at : null,
    }));
    expect(byTrigger).toEqual(chosen);
    // With bell and email off, a row is for a device alone: two of eight have one.
    expect(chosen).toHaveLength(33 - 6);
  });

  it('with the tasks for its emails, added by the same statement, once', async () => {
    // What the test before left has lost its rows: it mails nobody.
    await runDueTasks(kindpal.services);
    const count = 60;
    for (let n = 0; n < count; n++) await sitter();
    const { id } = await createJob(db(), { owner_id: owner.id });
    const announce = () => writeFits({ db: db(), clock: kindpal.services.clock }, { id });
    await announce();
    await announce();
    const { rows } = await db().pool.query<{ payload: { ids?: string[] } }>(
      `SELECT payload FROM graphile_worker._private_jobs job
       JOIN graphile_worker._private_tasks task ON task.id = job.task_id
       WHERE task.identifier = 'deliver_notifications'`,
    );
    const { rows: written } = await db().pool.query<{ id: string }>(
      'SELECT id FROM notifications WHERE job_id = $1',
      [id],
    );
    expect(rows.flatMap(({ payload }) => payload.ids ?? []).sort()).toEqual(
      written.map((row) => row.id).sort(),
    );
    expect(written).toHaveLength(count);
    await runDueTasks(kindpal.services);
  });

  it('when they are free, or at any time if they chose all new jobs', async () => {
    const start = Date.now() + 48 * 3_600_000;
    const dates = { start: day(start - 86_400_000), end: day(start + 86_400_000) };
    const away = await sitter({ availability_data: { unavailableDateRanges: [dates] } });
    const busy = await sitter();
    await createClaim(db(), {
      sitter_id: busy.id,
      job: await createJob(db(), {
        start_date: new Date(start),
        end_date: new Date(start + 3_600_000),
      }),
    });
    const off = await sitter({ availability_enabled: false });
    const free = await sitter();
    expect(await toldOf(await post())).toEqual([free.id]);
    for (const one of [away, busy, off]) {
      await choose(one, { new_jobs: { within_miles: 5, only_when_free: false } });
    }
    expect(await toldOf(await post())).toEqual(sorted(away, busy, off, free));
  });

  it('but never if there is a block between owner and sitter', async () => {
    const [blocker, blocked, other] = [await sitter(), await sitter(), await sitter()];
    await db().pool.query('INSERT INTO member_blocks VALUES ($1, $2), ($2, $3)', [
      blocker.id,
      owner.id,
      blocked.id,
    ]);
    expect(await toldOf(await post())).toEqual([other.id]);
  });

  it('once, whatever the number of nodes and attempts, and not if its owner is suspended', async () => {
    const one = await sitter();
    const job = await post();
    const other = await composeServices({
      ...kindpal.services,
      databaseUrl: db().pool.options.connectionString as string,
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        announceJob(n % 2 ? other : kindpal.services, { id: job }),
      ),
    );
    await other.close();
    expect(await toldOf(job)).toEqual([one.id]);
    const { id, owner_id } = await createJob(db());
    await db().pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [owner_id]);
    await announceJob(kindpal.services, { id });
    expect(await toldOf(id)).toEqual([]);
  });

  it('by no email once somebody else has claimed it or it was canceled', async () => {
    const [early, late] = [await sitter(), await sitter()];
    for (const one of [early, late]) await choose(one, { quiet_hours: null });
    const { id: job } = await kindpal.callerFor(owner).job.post(jobForm() as never);
    await announceJob(kindpal.services, { id: job });
    await kindpal.callerFor(early).claim.create({ job_id: job });
    await notifyByClock(kindpal.services);
    expect(await readMailbox(kindpal.services, late.email)).toEqual([]);
    const { rows } = await db().pool.query(
      `SELECT DISTINCT mail_state, mail_reason FROM notifications
       WHERE job_id = $1 AND type = 'new_jobs.fits'`,
      [job],
    );
    expect(rows).toEqual([{ mail_state: 'suppressed', mail_reason: 'no_longer_true' }]);
  });

  it('by one task that posting adds, and by none if posting fails', async () => {
    const before = await countTasks();
    await kindpal.callerFor(owner).job.post(jobForm() as never);
    expect(await countTasks()).toBe(before + 1);
    await expect(
      kindpal.callerFor(owner).job.post(jobForm({ place_id: 2_147_483_000 }) as never),
    ).rejects.toThrow();
    expect(await countTasks()).toBe(before + 1);
    await runDueTasks(kindpal.services);
  });
});

async function countTasks(): Promise<number> {
  const { rows } = await db().pool.query(
    `SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE task_identifier = 'announce_job'`,
  );
  return rows[0].n;
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

describe('whether a sitter is free', () => {
  const time = fc.integer({ min: 12, max: 45 }).map((half) => {
    return `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
  });
  const slot = fc
    .tuple(time, time, fc.boolean())
    .filter(([start, end, overnight]) => overnight || start < end)
    .map(([start, end, overnight]) => ({ start, end, ...(overnight ? { overnight } : {}) }));
  const slots = fc.array(slot, { maxLength: 3 });
  const date = fc
    .integer({ min: 0, max: 9 })
    .map((n) => day(Date.parse('2027-03-10') + n * 86_400_000));
  const kept = fc.record({
    weeklySchedule: fc.record(Object.fromEntries(WEEKDAYS.map((name) => [name, slots]))),
    specificDates: fc.dictionary(date, slots, { maxKeys: 2 }),
    unavailableDateRanges: fc.array(
      fc.tuple(date, date).map(([a, b]) => (a < b ? { start: a, end: b } : { start: b, end: a })),
      { maxLength: 1 },
    ),
    timeZone: fc.constantFrom(null, 'America/New_York', 'Asia/Kathmandu'),
  });

  it('is decided by the database as by the page where they claim [J5]', async () => {
    const cases = fc
      .sample(
        fc.record({
          enabled: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
          data: fc.oneof({ weight: 12, arbitrary: kept }, fc.constant(null)),
          // 2027-03-14 is an hour shorter in New York.
          start: fc.integer({ min: 0, max: 8 * 96 }),
          length: fc.integer({ min: 1, max: 60 }),
        }),
        { numRuns: 400, seed: 11 },
      )
      .map(({ enabled, data, start, length }) => {
        const from = Date.parse('2027-03-10T00:00:00Z') + start * 900_000;
        return {
          enabled,
          data: data && availabilityDataSchema.parse(data),
          start: new Date(from),
          end: new Date(from + length * 900_000),
        };
      });
    const { rows } = await db().pool.query<{ is_free: boolean }>(
      `SELECT is_free(enabled, data, starts, ends, 'Europe/Paris') FROM jsonb_to_recordset($1::jsonb)
       AS one (n int, enabled boolean, data jsonb, starts timestamptz, ends timestamptz) ORDER BY n`,
      [
        JSON.stringify(
          cases.map(({ start, end, ...one }, n) => ({ n, ...one, starts: start, ends: end })),
        ),
      ],
    );
    const expected = cases.map(({ enabled, data, start, end }) => {
      const whole = data ?? availabilityDataSchema.parse({});
      const obstacle = findObstacle(
        { enabled, data: whole },
        { start, end, timeZone: 'Europe/Paris' },
      );
      return obstacle === null;
    });
    expect(rows.map(({ is_free }) => is_free)).toEqual(expected);
    expect(new Set(expected).size).toBe(2);
  });

  it('is yes if their stored hours are invalid, so that the statement still notifies all others', async () => {
    for (const kept of [
      '[]',
      '{"weeklySchedule": 7}',
      '{"monday": [{"start": "x", "end": "y"}]}',
    ]) {
      const { rows } = await db().pool.query(
        `SELECT is_free(true, $1::jsonb, now(), now() + interval '1 hour', 'UTC')`,
        [kept],
      );
      expect(rows).toEqual([{ is_free: true }]);
    }
  });
});
