import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { costOfCall } from '../../testing/plans/explain.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const db = () => kindpal.services.db;
const bellOf = (who: TestMember) => kindpal.callerFor(who).notification;
const unreadOf = async (who: TestMember) => (await bellOf(who).countUnread()).unread;

/** An owner whose jobs are all claimed by the same sitter. */
async function createOwner(claims: number) {
  const owner = await createMember(db());
  const sitter = await createMember(db(), {
    role: 'pet_sitter',
    first_name: 'Sam',
    last_name: 'Sitter',
  });
  const jobs: string[] = [];
  for (let n = 0; n < claims; n += 1) {
    const { id } = await createJob(db(), { owner_id: owner.id, title: `Walk number ${n}` });
    await kindpal.callerFor(sitter).claim.create({ job_id: id });
    jobs.push(id);
  }
  return { owner, sitter, jobs };
}

describe('the bell of a member', () => {
  it('lists what happened, newest first, in pages, with a text and a link', async () => {
    const { owner, jobs } = await createOwner(3);
    const first = await bellOf(owner).list({ limit: 2 });
    expect(first.items).toMatchObject([
      {
        group: 'jobs',
        title: 'Sam Sitter claimed “Walk number 2”',
        body: expect.stringMatching(/^It starts \w+, \w+\u00a0\d+, .*\u00a0E[SD]T\.$/),
        href: `/jobs/${jobs[2]}`,
        read_at: null,
      },
      { title: 'Sam Sitter claimed “Walk number 1”' },
    ]);
    const second = await bellOf(owner).list({ limit: 2, cursor: first.next_cursor as string });
    expect(second).toMatchObject({ items: [{ href: `/jobs/${jobs[0]}` }], next_cursor: null });
    expect(JSON.stringify(first)).not.toMatch(/Elm Street|@example\.org/);
  });

  it('counts unread notifications up to 100, and the filter shows only these', async () => {
    const { owner } = await createOwner(2);
    expect(await unreadOf(owner)).toBe(2);
    const { items } = await bellOf(owner).list({});
    await bellOf(owner).markRead({ id: items[0]?.id as string });
    await bellOf(owner).markRead({ id: items[0]?.id as string });
    expect(await unreadOf(owner)).toBe(1);
    const unread = await bellOf(owner).list({ unread: 'true' as never });
    expect(unread.items.map(({ id }) => id)).toEqual([items[1]?.id]);
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id)
       SELECT $1, 'support.test', n::text, $1 FROM generate_series(1, 150) n`,
      [owner.id],
    );
    expect(await unreadOf(owner)).toBe(100);
    await bellOf(owner).markAllRead();
    expect(await unreadOf(owner)).toBe(0);
  });

  it('does not repeat the title of a job that was offered to them once staff took it down [S4]', async () => {
    const [staff, owner, asked] = [
      await createMember(db(), { app_role: 'admin' }),
      await createMember(db()),
      await createMember(db(), { role: 'pet_sitter' }),
    ];
    const job = await createJob(db(), {
      owner_id: owner.id,
      title: 'Call this number and get rich',
    });
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, actor_id, job_title)
       SELECT $1, type, 'x', $2, $2, $3, $4 FROM unnest($5::text[]) type`,
      [asked.id, job.id, owner.id, job.title, ['new_jobs.fits', 'jobs.asked', 'jobs.your_turn']],
    );
    const read = async () => JSON.stringify((await bellOf(asked).list({})).items);
    expect((await read()).match(/Call this number/g)).toHaveLength(3);
    await kindpal
      .callerFor(staff)
      .staff.takeDownJob({ job_id: job.id, reason: 'This is no job for a sitter.' });
    expect(await read()).not.toContain('Call this number');
    expect((await bellOf(asked).list({})).items).toHaveLength(3);
  });

  it('lists those of one group, page by page, read or not', async () => {
    const { owner } = await createOwner(3);
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id)
       SELECT $1, 'support.test', n::text, $1 FROM generate_series(1, 30) n`,
      [owner.id],
    );
    const first = await bellOf(owner).list({ group: 'jobs', limit: 2 });
    const cursor = first.next_cursor ?? '';
    const rest = await bellOf(owner).list({ group: 'jobs', limit: 2, cursor });
    expect([...first.items, ...rest.items].map(({ group }) => group)).toEqual(
      Array(3).fill('jobs'),
    );
    expect(rest.next_cursor).toBeNull();
    await bellOf(owner).markRead({ id: first.items[0]?.id ?? '' });
    const unread = { group: 'jobs', unread: 'true' as never } as const;
    expect((await bellOf(owner).list(unread)).items).toHaveLength(2);
    expect((await bellOf(owner).list({ group: 'reviews' })).items).toEqual([]);
  });

  it('is marked as read by opening the page that it leads to, and by no other page', async () => {
    const { owner, jobs } = await createOwner(2);
    const visit = async (path: string) => (await bellOf(owner).markVisited({ path })).unread;
    expect(await visit('/dashboard')).toBe(2);
    expect(await visit(`/jobs/${jobs[0]}/edit`)).toBe(2);
    expect(await visit(`/jobs/${jobs[0]}`)).toBe(1);
    expect(await unreadOf(owner)).toBe(1);
  });

  it('can be read, marked and counted by nobody else', async () => {
    const { owner, sitter, jobs } = await createOwner(1);
    const { items } = await bellOf(owner).list({});
    await bellOf(sitter).markRead({ id: items[0]?.id as string });
    await bellOf(sitter).markVisited({ path: `/jobs/${jobs[0]}` });
    await bellOf(sitter).markAllRead();
    expect(await unreadOf(owner)).toBe(1);
    expect((await bellOf(sitter).list({})).items).toEqual([]);
    expect(await refusalOf(kindpal.callerFor(null).notification.list({}))).toBe('UNAUTHORIZED');
  });

  it('keeps the title that a sitter has seen, whatever the owner writes later', async () => {
    const { owner, sitter, jobs } = await createOwner(1);
    await kindpal.callerFor(owner).job.move({ job_id: jobs[0] as string, action: 'release' });
    await db().pool.query(`UPDATE jobs SET title = 'Not for former sitters' WHERE id = $1`, jobs);
    const { items } = await bellOf(sitter).list({});
    expect(items.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Member No\d+ removed you from “Walk number 0”$/),
    ]);
  });

  it('gets one live event per statement, sent to its member alone', async () => {
    const { owner } = await createOwner(3);
    const events = async () =>
      (
        await db().pool.query(
          `SELECT op, audience FROM change_events
           WHERE table_name = 'notifications' AND $1 = ANY (audience) ORDER BY id`,
          [owner.id],
        )
      ).rows;
    const told = { audience: [owner.id] };
    expect(await events()).toEqual(Array(3).fill({ op: 'insert', ...told }));
    await bellOf(owner).markAllRead();
    await bellOf(owner).markAllRead();
    expect((await events()).slice(3)).toEqual([{ op: 'update', ...told }]);
  });
});

describe('preferences', () => {
  it('are by default everything on, with quiet hours from 22:00 to 07:00', async () => {
    const member = await createMember(db());
    const settings = await bellOf(member).getSettings();
    expect(settings).toMatchObject({
      quiet_hours: { from: '22:00', to: '07:00' },
      time_zone: null,
      paused_until: null,
    });
    expect(settings.groups.every(({ bell, email }) => bell && email)).toBe(true);
    expect(settings.groups.filter((one) => !one.can_switch_off)).toMatchObject([
      { group: 'security' },
      { group: 'support' },
    ]);
  });

  it('change only if a request names them; those that cannot be changed are refused', async () => {
    const member = await createMember(db());
    const { updateSettings } = bellOf(member);
    await updateSettings({ email_off: ['messages'], time_zone: 'Europe/Paris' });
    const changed = await updateSettings({ quiet_hours: null, pause_days: 3 });
    expect(changed.quiet_hours).toBeNull();
    expect(changed.time_zone).toBe('Europe/Paris');
    expect(changed.paused_until).not.toBeNull();
    expect(changed.groups.filter(({ email }) => !email)).toMatchObject([{ group: 'messages' }]);
    expect((await updateSettings({ pause_days: 0 })).paused_until).toBeNull();
    for (const wrong of [
      { email_off: ['support'] },
      { bell_off: ['nothing'] },
      { time_zone: 'Mars/Olympus' },
      { quiet_hours: { from: '25:00', to: '07:00' } },
      { pause_days: 61 },
    ]) {
      expect(await refusalOf(updateSettings(wrong as never))).toBe('INVALID_INPUT');
    }
  });

  it('keep a switched-off group out of the bell, and write no row if all its channels are off', async () => {
    const owner = await createMember(db());
    await bellOf(owner).updateSettings({ bell_off: ['jobs'] });
    const claim = async () => {
      const sitter = await createMember(db(), { role: 'pet_sitter' });
      const { id } = await createJob(db(), { owner_id: owner.id });
      await kindpal.callerFor(sitter).claim.create({ job_id: id });
    };
    const rows = async () =>
      (
        await db().pool.query('SELECT mail_state FROM notifications WHERE member_id = $1', [
          owner.id,
        ])
      ).rows;
    await claim();
    expect((await bellOf(owner).list({})).items).toEqual([]);
    expect(await unreadOf(owner)).toBe(0);
    expect(await rows()).toEqual([{ mail_state: 'queued' }]);
    await bellOf(owner).updateSettings({ email_off: ['jobs'] });
    await claim();
    expect(await rows()).toHaveLength(1);
    await bellOf(owner).updateSettings({ bell_off: [] });
    await claim();
    expect(await unreadOf(owner)).toBe(1);
    expect(await rows()).toContainEqual({ mail_state: 'suppressed' });
  });
});

describe('a member with 100,000 notifications', () => {
  const NEWEST_JOB = '00000000-0000-4000-8000-000000000001';

  /** Every `unread`-th is unread: with 1 all are. */
  async function fill(unread: number): Promise<TestMember> {
    const member = await createMember(db());
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at, mail_state, read_at)
       SELECT $1, 'support.test', n::text, $1, now() - n * interval '1 minute', 'none',
         CASE WHEN n % $2 <> 0 THEN now() END
       FROM generate_series(1, 100000) n`,
      [member.id, unread],
    );
    await kindpal.asOwner('ANALYZE notifications');
    return member;
  }

  it.each([
    ['all of them', 1],
    ['two of them', 50_000],
  ])('costs few pages to count, list and mark, with %s unread', async (_, n) => {
    const bell = bellOf(await fill(n));
    const pagesOf = async (call: () => Promise<unknown>) => (await costOfCall(db(), call)).pages;
    expect(await pagesOf(() => bell.countUnread())).toBeLessThan(200);
    expect(await pagesOf(() => bell.list({}))).toBeLessThan(200);
    expect(await pagesOf(() => bell.list({ unread: 'true' as never }))).toBeLessThan(200);
    expect(await pagesOf(() => bell.markVisited({ path: `/jobs/${NEWEST_JOB}` }))).toBeLessThan(60);
    const { items, next_cursor } = await bell.list({});
    expect(items).toHaveLength(20);
    const next = await bell.list({ cursor: next_cursor ?? '' });
    const all = [...items, ...next.items].map(({ created_at }) => Date.parse(`${created_at}`));
    expect(all).toEqual(all.toSorted((one, other) => other - one));
    expect(new Set(all).size).toBe(40);
  });
});

it('marking all marks any number, in batches that block nobody', async () => {
  const member = await createMember(db());
  await db().pool.query(
    `INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
     SELECT $1, 'support.test', n::text, $1, 'none' FROM generate_series(1, 4500) n`,
    [member.id],
  );
  await bellOf(member).markAllRead();
  const { rows } = await db().pool.query(
    'SELECT count(*)::int AS n FROM notifications WHERE member_id = $1 AND read_at IS NULL',
    [member.id],
  );
  expect(rows).toEqual([{ n: 0 }]);
});
