import { expect, it } from 'vitest';
import {
  applyChange,
  applyToEmails,
  exceptionsOf,
  groupsInDigest,
  groupsOff,
} from './settings-change.ts';

it('switching one group keeps the other groups that are off, on that channel only', () => {
  const groups = [
    { group: 'jobs', bell: true, email: true, push: true },
    { group: 'messages', bell: false, email: true, push: true },
    { group: 'invites', bell: true, email: false, push: true },
  ] as const;
  const jobs = { group: 'jobs', bell: true, email: false, push: true } as const;
  expect(groupsOff([...groups], jobs, 'email')).toEqual({ email_off: ['jobs', 'invites'] });
  const messages = { group: 'messages', bell: true, email: true, push: true } as const;
  expect(groupsOff([...groups], messages, 'bell')).toEqual({ bell_off: [] });
});

const jobs = { group: 'jobs', label: '', hint: '', bell: true, email: true, push: true } as const;
const settings = {
  groups: [{ ...jobs, in_digest: false, can_switch_off: true, can_digest: false, types: [] }],
  quiet_hours: null,
  time_zone: null,
  paused_until: null,
  digest: 'daily',
  bouncing_since: null,
  new_jobs: { area: 'Maplewood', within_miles: 15, only_when_free: true },
} as const;

it('a switched group shows its new state before the response', () => {
  const shown = { ...settings, groups: settings.groups.map((one) => ({ ...one, types: [] })) };
  expect(applyChange(shown, { email_off: ['jobs'] }).groups).toMatchObject([
    { bell: true, email: false, push: true },
  ]);
  const quiet_hours = { from: '21:00', to: '08:00' };
  expect(applyChange(shown, { quiet_hours })).toEqual({ ...shown, quiet_hours });
  const new_jobs = { within_miles: 5, only_when_free: false };
  expect(applyChange(shown, { digest: 'weekly', new_jobs })).toEqual({
    ...shown,
    digest: 'weekly',
    new_jobs: { area: 'Maplewood', ...new_jobs },
  });
});

it('a group added to the digest keeps the groups already in it', () => {
  const groups = [
    { group: 'new_jobs', in_digest: false, can_digest: true },
    { group: 'invites', in_digest: true, can_digest: true },
  ] as const;
  expect(groupsInDigest([...groups], 'new_jobs', true)).toEqual({
    email_digest: ['new_jobs', 'invites'],
  });
  expect(groupsInDigest([...groups], 'invites', false)).toEqual({ email_digest: [] });
});

it('switching a group switches its single emails, and a different one is counted', () => {
  const types = [
    { type: 'jobs.claimed' as const, label: '', email: true },
    { type: 'jobs.edited' as const, label: '', email: true },
  ];
  const on = { group: 'jobs' as const, email: true, types };
  const less = applyToEmails(on, { email_types: { 'jobs.edited': false } });
  expect([less.email, exceptionsOf(on), exceptionsOf(less)]).toEqual([true, '', '1 off']);
  expect(exceptionsOf(applyToEmails(less, { email_off: [] }))).toBe('1 off');
  const off = applyToEmails(less, { email_off: ['jobs'] });
  expect([off.email, ...off.types.map(({ email }) => email)]).toEqual([false, false, false]);
  const again = applyToEmails(off, { email_types: { 'jobs.claimed': true } });
  expect([again.email, exceptionsOf(again)]).toEqual([false, '1 on']);
  expect(exceptionsOf(applyToEmails(again, { email_off: [] }))).toBe('');
});
