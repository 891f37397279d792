import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALENDAR_BYTES_MAX } from '@kindpal/contract/notification/schema';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createJob, createMember, jobForm, type TestMember } from '../../testing/factories.ts';
import { type Answer, answerWith } from '../../testing/outside/answer-with.ts';
import { errorOf, outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { MAPLEWOOD } from '../../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { mayConnectTo } from '../public-host.ts';
import { notifyByClock } from '../queue/queue-mails.ts';
import { fetchCalendar } from './fetch-calendar.ts';

let kindpal: TestKindpal;
let host: Server;
let answer: Answer = (_, response) => response.end();
beforeAll(async () => {
  kindpal = await startTestKindpal();
  host = createServer(answerWith((request, response) => answer(request, response)));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await kindpal.stop();
});
afterEach(() => kindpal.setNow(null));

const db = () => kindpal.services.db;
const urlOf = (path = '/mine.ics') =>
  `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`;
const sitter = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(db(), { role: 'pet_sitter', ...MAPLEWOOD, ...given });
const calls = (who: TestMember) => kindpal.callerFor(who).notification;
const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...events.flatMap((lines, n) => [
      'BEGIN:VEVENT',
      ...(lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:${n}@elsewhere.example`]),
      'DTSTAMP:20260101T000000Z',
      'SUMMARY:Dr. Grey about the knee',
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');
const serve = (text: string) => {
  answer = (_, response) => response.end(text);
};

async function timesOf(who: TestMember): Promise<string[]> {
  const { rows } = await db().pool.query<{ start_date: Date; end_date: Date }>(
    'SELECT start_date, end_date FROM busy_times WHERE member_id = $1 ORDER BY 1',
    [who.id],
  );
  return rows.map(({ start_date, end_date }) =>
    [start_date, end_date].map((moment) => moment.toISOString().slice(0, 16)).join(' '),
  );
}

async function read(who: TestMember, url = urlOf()) {
  await calls(who).setBusyCalendar({ url });
  await runDueTasks(kindpal.services);
  return calls(who).getBusyCalendar();
}

describe('a member’s own calendar [V1]', () => {
  it('contributes busy times, repeated ones across daylight saving changes, and nothing about their content', async () => {
    kindpal.setNow(new Date('2026-10-30T12:00:00Z'));
    const who = await sitter({ availability_data: { timeZone: 'America/New_York' } });
    serve(
      calendar(
        ['DTSTART:20261102T150000Z', 'DTEND:20261102T160000Z'],
        ['DTSTART:20261102T153000Z', 'DTEND:20261102T170000Z'],
        [
          'DTSTART;TZID=America/New_York:20261030T180000',
          'DTEND;TZID=America/New_York:20261030T190000',
          'RRULE:FREQ=DAILY;COUNT=4',
          'EXDATE;TZID=America/New_York:20261031T180000',
        ],
        ['DTSTART;VALUE=DATE:20261110', 'DTEND;VALUE=DATE:20261111'],
        ['DTSTART:20261105T150000Z', 'DTEND:20261105T160000Z', 'TRANSP:TRANSPARENT'],
        ['DTSTART:20261106T150000Z', 'DTEND:20261106T160000Z', 'STATUS:CANCELLED'],
        ['DTSTART:20250106T150000Z', 'DTEND:20250106T160000Z'],
        ['UID:of-a-job@localhost', 'DTSTART:20261107T150000Z', 'DTEND:20261107T160000Z'],
      ),
    );
    expect(await read(who)).toEqual({
      host: '127.0.0.1',
      read_at: '2026-10-30T12:00:00.000Z',
      problem: null,
    });
    expect(await timesOf(who)).toEqual([
      '2026-10-30T22:00 2026-10-30T23:00',
      '2026-11-01T23:00 2026-11-02T00:00',
      '2026-11-02T15:00 2026-11-02T17:00',
      '2026-11-02T23:00 2026-11-03T00:00',
      '2026-11-10T05:00 2026-11-11T05:00',
    ]);
    const { rows } = await db().pool.query(
      'SELECT row_to_json(calendar)::text AS kept FROM busy_calendars calendar',
    );
    expect(JSON.stringify(rows)).not.toMatch(/Grey|mine\.ics/);
  });

  it('causes a warning before a claim, and no notifications of new jobs at these times', async () => {
    const [busy, free] = [await sitter(), await sitter()];
    const start = new Date(Date.now() + 48 * 3_600_000);
    const stamp = start.toISOString().replace(/[-:]|\.\d+/g, '');
    serve(calendar([`DTSTART:${stamp}`, 'DURATION:PT30M']));
    await read(busy);
    const claim = (job_id: string, accepted_warnings: 'busy'[]) =>
      kindpal.callerFor(busy).claim.create({ job_id, accepted_warnings });
    const dates = { start_date: start, end_date: new Date(start.getTime() + 3_600_000) };
    const during = await createJob(db(), dates);
    expect(await errorOf(claim(during.id, []))).toMatchObject({
      code: 'CLAIM_NEEDS_CONFIRMATION',
      data: { warnings: [{ code: 'busy', jobs: [] }] },
    });
    const owner = await createMember(db(), MAPLEWOOD);
    const posted = await kindpal.callerFor(owner).job.post(
      jobForm({
        start_date: dates.start_date.toISOString(),
        end_date: dates.end_date.toISOString(),
      }) as never,
    );
    await runDueTasks(kindpal.services);
    const { rows } = await db().pool.query(
      `SELECT member_id FROM notifications
       WHERE job_id = $1 AND type = 'new_jobs.fits' AND member_id = ANY ($2)`,
      [posted.id, [busy.id, free.id]],
    );
    expect(rows).toEqual([{ member_id: free.id }]);
    expect(await outcomeOf(claim(during.id, ['busy']))).toBe('ok');
    await calls(busy).endBusyCalendar();
    expect(await timesOf(busy)).toEqual([]);
    expect(await calls(busy).getBusyCalendar()).toEqual({
      host: null,
      read_at: null,
      problem: null,
    });
  });

  it('is read again every few hours, and keeps its times with the reason if that fails', async () => {
    const who = await sitter();
    kindpal.setNow(new Date('2026-10-30T12:00:00Z'));
    serve(calendar(['DTSTART:20261102T150000Z', 'DTEND:20261102T160000Z']));
    await read(who);
    const later = async (hour: number) => {
      kindpal.setNow(new Date(Date.UTC(2026, 9, 30, hour)));
      await notifyByClock(kindpal.services);
      await runDueTasks(kindpal.services);
      return (await calls(who).getBusyCalendar()).problem;
    };
    answer = (_, response) => response.writeHead(500).end();
    expect(await later(13)).toBeNull();
    expect(await later(17)).toBe('unreachable');
    serve('<html>Sign in</html>');
    expect(await later(22)).toBe('no_calendar');
    answer = (_, response) => response.end(Buffer.alloc(CALENDAR_BYTES_MAX + 1, 'x'));
    expect(await later(27)).toBe('too_large');
    expect(await timesOf(who)).toEqual(['2026-11-02T15:00 2026-11-02T16:00']);
    serve(calendar());
    expect(await later(32)).toBeNull();
    expect(await timesOf(who)).toEqual([]);
  });

  it('is not read while its member is suspended, and again once they are back', async () => {
    const who = await sitter();
    let reads = 0;
    answer = ({ url }, response) => {
      if (url === '/suspended.ics') reads += 1;
      response.writeHead(500).end();
    };
    await read(who, urlOf('/suspended.ics'));
    expect(reads).toBe(1);
    for (const [since, days] of [
      ['now()', 1],
      ['NULL', 2],
    ] as const) {
      await db().pool.query(`UPDATE users SET suspended_at = ${since} WHERE id = $1`, [who.id]);
      kindpal.setNow(new Date(Date.now() + days * 24 * 3_600_000));
      await notifyByClock(kindpal.services);
      await runDueTasks(kindpal.services);
      expect(reads).toBe(since === 'NULL' ? 2 : 1);
    }
  });

  it('that never arrives ends the attempt after a time limit, also in the middle of the file', async () => {
    for (const begin of ['', 'BEGIN:VCALENDAR']) {
      answer = (_, response) => begin && response.write(begin);
      const { signal } = new AbortController();
      const file = await fetchCalendar({ mode: 'test' }, urlOf(), signal, 200);
      expect(file).toEqual({ problem: 'unreachable' });
    }
  });

  it('that was replaced or removed while it was read stores nothing', async () => {
    const who = await sitter();
    const event = ['DTSTART:20300102T150000Z', 'DTEND:20300102T160000Z'];
    kindpal.setNow(new Date('2030-01-01T00:00:00Z'));
    for (const ends of [true, false]) {
      answer = async (_, response) => {
        answer = (_again, other) => other.end(calendar());
        if (ends) await calls(who).endBusyCalendar();
        else await calls(who).setBusyCalendar({ url: urlOf('/other.ics') });
        response.end(calendar(event));
      };
      await read(who);
      expect(await timesOf(who)).toEqual([]);
    }
  });

  it('keeps its other events if one repeats every second forever, and one day of an event without an end', async () => {
    const who = await sitter({ availability_data: { timeZone: 'Asia/Tokyo' } });
    kindpal.setNow(new Date('2026-10-30T12:00:00Z'));
    const second = 'RRULE:FREQ=SECONDLY;INTERVAL=3';
    serve(
      calendar(
        ['DTSTART:19700101T000000Z', 'DTEND:19700101T000001Z', second],
        ['DTSTART:20261102T150000Z', 'DTEND:20261102T160000Z'],
        ['DTSTART;VALUE=DATE:20261110'],
      ),
    );
    expect((await read(who)).problem).toBeNull();
    expect(await timesOf(who)).toEqual([
      '2026-11-02T15:00 2026-11-02T16:00',
      '2026-11-09T15:00 2026-11-10T15:00',
    ]);
  });
});

/** Other spellings of addresses on this machine and in private networks, and for examples. */
const UNUSUAL =
  `0 0.0.0.0 2130706433 0x7f000001 017700000001 127.1 127.0.0.1. １２７.0.0.1 100.64.0.1
  198.18.0.1 240.0.0.1 [::] [::1] [::ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] [fd12::1] [fe80::1]
  [3fff::1] user@example.org :password@example.org example.org:22`.split(/\s+/);

describe('the address of a member’s own calendar [V1]', () => {
  const never = new AbortController().signal;

  it('must be public and https, and redirects lead to no other kind of address', async () => {
    const mode = 'production';
    for (const url of [
      urlOf(),
      'https://127.0.0.1/mine.ics',
      'https://localhost/mine.ics',
      'https://[::ffff:10.0.0.1]/mine.ics',
      'https://169.254.169.254/latest/meta-data',
    ]) {
      expect(await fetchCalendar({ mode }, url, never)).toEqual({ problem: 'unreachable' });
    }
    // Refused before anything is resolved or connected to.
    const allowed = UNUSUAL.filter((host) => mayConnectTo(`https://${host}/mine.ics`, { mode }));
    expect(allowed).toEqual([]);
    answer = ({ url }, response) => {
      if (url === '/two') response.end('BEGIN:VCALENDAR');
      else response.writeHead(302, { location: url === '/one' ? '/two' : '/loop' }).end();
    };
    const follow = (path: string) => fetchCalendar({ mode: 'test' }, urlOf(path), never);
    expect(await follow('/one')).toEqual({ text: 'BEGIN:VCALENDAR' });
    expect(await follow('/loop')).toEqual({ problem: 'unreachable' });
    answer = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    expect(await follow('/file')).toEqual({ problem: 'unreachable' });
  });

  it('may be written as calendar apps write it (webcal), but has no other protocol', async () => {
    const who = await sitter();
    const set = (url: string) => calls(who).setBusyCalendar({ url });
    await set('webcal://calendar.example.org/a.ics');
    expect((await calls(who).getBusyCalendar()).host).toBe('calendar.example.org');
    expect(await refusalOf(set('file:///etc/passwd'))).toBe('INVALID_INPUT');
    const { mode } = kindpal.services.env;
    kindpal.services.env.mode = 'production';
    try {
      expect(await errorOf(set('https://10.0.0.1/a.ics'))).toMatchObject({
        data: { fields: [{ path: 'url', message: expect.stringMatching(/^This address can’t/) }] },
      });
    } finally {
      kindpal.services.env.mode = mode;
    }
  });
});
