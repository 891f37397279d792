import {
  definitionOf,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { describe, expect, it } from 'vitest';
import { judgeMail, type MailFacts } from './judge-mail.ts';

const NOW = new Date('2027-07-15T12:00:00Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

/**
 * The reader has paused emails and has seen it in the bell, and the mail server was down for two
 * days.
 */
const facts = (type: NotificationType, channel: 'email' | 'push'): MailFacts => ({
  channel,
  type,
  created_at: inHours(-48),
  is_read: true,
  is_suspended: false,
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

describe('the email of what nobody can switch off', () => {
  it.each(owed)('%s comes in a pause, read and late, and no push with it', (type) => {
    expect(judgeMail(facts(type, 'email'), NOW)).toEqual({ send: true });
    if (definitionOf(type).holds === 'asked_for') return;
    expect(judgeMail(facts(type, 'push'), NOW)).toMatchObject({ send: false });
  });

  it.each(mailed.filter((type) => !owed.includes(type)))('%s does not', (type) => {
    expect(judgeMail(facts(type, 'email'), NOW)).toMatchObject({ send: false, later: null });
  });

  it('does not reach who is suspended', () => {
    for (const type of owed) {
      const suspended = { ...facts(type, 'email'), is_suspended: true };
      expect(judgeMail(suspended, NOW)).toMatchObject({ send: false, reason: 'suspended' });
    }
  });
});

describe('quiet hours [P10]', () => {
  // 22:30 in UTC; quiet hours end at 7:00.
  const night = new Date('2027-03-10T22:30:00Z');
  const startingAt = (start: string) => ({
    ...facts('jobs.canceled', 'email'),
    turn_until: null,
    ...{ is_read: false, paused_until: null, created_at: night },
    quiet_hours: { from: '22:00', to: '07:00' },
    job: {
      status: 'cancelled' as const,
      ...{ start: new Date(start), end: new Date('2027-03-12T12:00:00Z'), time_zone: 'UTC' },
    },
  });

  it('end two hours before the job for news of it, where it starts earlier than they end', () => {
    expect(judgeMail(startingAt('2027-03-11T06:30:00Z'), night)).toMatchObject({
      later: new Date('2027-03-11T04:30:00Z'),
    });
    expect(judgeMail(startingAt('2027-03-11T12:00:00Z'), night)).toMatchObject({
      later: new Date('2027-03-11T07:00:00Z'),
    });
    expect(judgeMail(startingAt('2027-03-11T00:15:00Z'), night)).toEqual({ send: true });
  });
});

describe('an offer of a job [J5]', () => {
  const night = new Date('2027-03-10T22:30:00Z');
  const day = { start: new Date('2027-03-12T12:00:00Z'), end: new Date('2027-03-12T14:00:00Z') };
  const until = (turn_until: string | null, type: NotificationType = 'jobs.your_turn') => ({
    ...facts(type, 'push'),
    ...{ is_read: false, paused_until: null, created_at: night },
    quiet_hours: { from: '22:00', to: '07:00' },
    job: { status: 'open' as const, ...day, time_zone: 'UTC' },
    turn_until: turn_until === null ? null : new Date(turn_until),
  });

  it.each(['jobs.your_turn', 'jobs.asked'] as const)(
    '%s comes while there is time to claim it, at night two hours before that ends',
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
    '%s does not come once the turn is over, though the job is still open',
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
