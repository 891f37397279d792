import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { describe, expect, it } from 'vitest';
import { judgeMail, keptSeconds, type MailFacts } from './judge-mail.ts';

const NOW = new Date('2027-07-15T12:00:00Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

/**
 * The recipient has paused emails and has seen it in the bell, and the mail server was down for two
 * days.
 */
const facts = (type: NotificationType, channel: 'email' | 'push'): MailFacts => ({
  channel,
  type,
  happened_at: inHours(-48),
  is_read: true,
  is_suspended: false,
  has_to_confirm: false,
  job: { status: 'open', start: inHours(5), end: inHours(6), time_zone: 'UTC' },
  claim: null,
  staff: { is_staff: false, waits: false },
  is_in_calendar: false,
  is_blocked: false,
  is_hidden: false,
  turn_until: inHours(3),
  is_off: false,
  in_digest: false,
  paused_until: inHours(24),
  quiet_hours: null,
  time_zone: 'UTC',
});

const types = Object.keys(NOTIFICATION_TYPES) as NotificationType[];
const mailed = types.filter((type) => definitionOf(type).email === 'by_preference');
const owed = mailed.filter((type) => !definitionOf(type).canSwitchOff);

describe('the email of a type that nobody can switch off', () => {
  it.each(owed)(
    '%s is sent although emails are paused, it was read or is late; its push message is not',
    (type) => {
      expect(judgeMail(facts(type, 'email'), NOW)).toEqual({ send: true });
      if (definitionOf(type).holds === 'asked_for') return;
      expect(judgeMail(facts(type, 'push'), NOW)).toMatchObject({ send: false });
    },
  );

  it.each(mailed.filter((type) => !owed.includes(type)))('%s does not', (type) => {
    expect(judgeMail(facts(type, 'email'), NOW)).toMatchObject({ send: false, later: null });
  });

  it('is not sent to a suspended member', () => {
    for (const type of owed) {
      const suspended = { ...facts(type, 'email'), is_suspended: true };
      expect(judgeMail(suspended, NOW)).toMatchObject({ send: false, reason: 'suspended' });
    }
  });
});

it('no notification is emailed while its member still has to confirm the address; push messages are sent [U1]', () => {
  for (const type of mailed) {
    const current = { is_read: false, paused_until: null, happened_at: NOW };
    const newcomer = { ...facts(type, 'email'), ...current, has_to_confirm: true };
    expect(judgeMail(newcomer, NOW), type).toEqual({
      send: false,
      later: null,
      reason: 'unconfirmed',
    });
    expect(judgeMail({ ...newcomer, channel: 'push' }, NOW), type).not.toMatchObject({
      reason: 'unconfirmed',
    });
  }
});

const forStaff = types.filter((type) =>
  ['awaits_staff', 'is_staff'].includes(definitionOf(type).holds),
);
it.each(forStaff)(
  '%s is not sent to somebody who is no longer staff, although it waits',
  (type) => {
    for (const channel of ['email', 'push'] as const) {
      const current = { is_read: false, paused_until: null, happened_at: NOW };
      const waiting = (is_staff: boolean) =>
        judgeMail({ ...facts(type, channel), ...current, staff: { is_staff, waits: true } }, NOW);
      expect(waiting(true)).toEqual({ send: true });
      expect(waiting(false)).toMatchObject({ send: false, reason: 'no_longer_true' });
    }
  },
);

describe('quiet hours [P10]', () => {
  // 22:30 in UTC; quiet hours end at 7:00.
  const night = new Date('2027-03-10T22:30:00Z');
  const startingAt = (start: string) => ({
    ...facts('jobs.canceled', 'email'),
    turn_until: null,
    ...{ is_read: false, paused_until: null, happened_at: night },
    quiet_hours: { from: '22:00', to: '07:00' },
    job: {
      status: 'cancelled' as const,
      ...{ start: new Date(start), end: new Date('2027-03-12T12:00:00Z'), time_zone: 'UTC' },
    },
  });

  it('end two hours before a job for news about it, if they would end later', () => {
    expect(judgeMail(startingAt('2027-03-11T06:30:00Z'), night)).toMatchObject({
      later: new Date('2027-03-11T04:30:00Z'),
    });
    expect(judgeMail(startingAt('2027-03-11T12:00:00Z'), night)).toMatchObject({
      later: new Date('2027-03-11T07:00:00Z'),
    });
    expect(judgeMail(startingAt('2027-03-11T00:15:00Z'), night)).toEqual({ send: true });
  });
});

it('quiet hours do not apply while the time zone of the recipient is unknown', () => {
  const at = (hour: string) => new Date(`2027-03-10T${hour}:30:00Z`);
  for (const hour of ['00', '06', '12', '18', '23']) {
    const waiting = {
      ...facts('messages.direct', 'email'),
      ...{ is_read: false, paused_until: null, happened_at: at(hour) },
      quiet_hours: { from: '22:00', to: '21:59' },
    };
    expect(judgeMail(waiting, at(hour))).toMatchObject({ send: false, reason: 'quiet_hours' });
    expect(judgeMail({ ...waiting, time_zone: null }, at(hour))).toEqual({ send: true });
  }
});

describe('an offer of a job [J5]', () => {
  const night = new Date('2027-03-10T22:30:00Z');
  const day = { start: new Date('2027-03-12T12:00:00Z'), end: new Date('2027-03-12T14:00:00Z') };
  const until = (turn_until: string | null, type: NotificationType = 'jobs.your_turn') => ({
    ...facts(type, 'push'),
    ...{ is_read: false, paused_until: null, happened_at: night },
    quiet_hours: { from: '22:00', to: '07:00' },
    job: { status: 'open' as const, ...day, time_zone: 'UTC' },
    turn_until: turn_until === null ? null : new Date(turn_until),
  });

  it.each(['jobs.your_turn', 'jobs.asked'] as const)(
    '%s is sent while there is time to claim it: at night, two hours before that time ends',
    (type) => {
      expect(judgeMail(until('2027-03-10T22:45:00Z', type), night)).toEqual({ send: true });
      expect(judgeMail(until('2027-03-11T05:00:00Z', type), night)).toMatchObject({
        later: new Date('2027-03-11T03:00:00Z'),
      });
      expect(judgeMail(until('2027-03-11T22:00:00Z', type), night)).toMatchObject({
        later: new Date('2027-03-11T07:00:00Z'),
      });
    },
  );

  it.each(['jobs.your_turn', 'jobs.asked'] as const)(
    '%s is not sent once the turn is over, although the job is still open',
    (type) => {
      for (const over of [null, '2027-03-10T22:30:00Z']) {
        expect(judgeMail(until(over, type), night)).toMatchObject({
          send: false,
          later: null,
          reason: 'no_longer_true',
        });
      }
    },
  );
});

describe('a push message to a device that is off', () => {
  const HOUR = 3600;
  // Noon in UTC; the job starts at 5 PM and ends at 6 PM; the turn ends at 3 PM.
  it.each([
    ['jobs.claimed', 5 * HOUR],
    ['reminders.starts_soon', 5 * HOUR],
    ['new_jobs.fits', 5 * HOUR],
    ['jobs.started', 6 * HOUR],
    ['reminders.not_started', 2 * HOUR],
    ['jobs.your_turn', 3 * HOUR],
    ['jobs.asked', 3 * HOUR],
    ['reminders.starts_tomorrow', 12 * HOUR],
    ['jobs.canceled', 24 * HOUR],
    ['messages.direct', 24 * HOUR],
    ['security.new_device', 7 * 24 * HOUR],
  ] as const)('%s is stored for it as long as it is useful', (type, seconds) => {
    expect(keptSeconds(facts(type, 'push'), NOW)).toBe(seconds);
  });

  it.each(types)(
    '%s never arrives after the event that it announces, or after the limit of its type',
    (type) => {
      const { hours, until } = definitionOf(type).kept;
      const job = { status: 'open' as const, time_zone: 'UTC' };
      const kept = (start: number, end: number) =>
        keptSeconds(
          {
            ...facts(type, 'push'),
            turn_until: inHours(end),
            job: { ...job, start: inHours(start), end: inHours(end) },
          },
          NOW,
        );
      expect(kept(900, 900)).toBe((until === 'day_ends' ? 12 : hours) * HOUR);
      if (until && until !== 'day_ends') expect(kept(1, 1)).toBe(HOUR);
      expect(
        keptSeconds({ ...facts(type, 'push'), job: null, turn_until: null }, NOW),
      ).toBeGreaterThan(0);
    },
  );
});
