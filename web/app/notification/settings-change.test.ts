import { expect, it } from 'vitest';
import { applyChange, groupsOff } from './settings-change.ts';

it('switching one group keeps what is off beside it, on that channel alone', () => {
  const groups = [
    { group: 'jobs', bell: true, email: true },
    { group: 'messages', bell: false, email: true },
    { group: 'invites', bell: true, email: false },
  ] as const;
  const jobs = { group: 'jobs', bell: true, email: false } as const;
  expect(groupsOff([...groups], jobs, 'email')).toEqual({ email_off: ['jobs', 'invites'] });
  const messages = { group: 'messages', bell: true, email: true } as const;
  expect(groupsOff([...groups], messages, 'bell')).toEqual({ bell_off: [] });
});

it('a switched group shows its new state before the answer comes', () => {
  const jobs = { group: 'jobs', label: '', hint: '', bell: true, email: true } as const;
  const settings = {
    groups: [{ ...jobs, can_switch_off: true }],
    quiet_hours: null,
    time_zone: null,
    paused_until: null,
  };
  expect(applyChange(settings, { email_off: ['jobs'] }).groups).toMatchObject([
    { bell: true, email: false },
  ]);
  const quiet_hours = { from: '21:00', to: '08:00' };
  expect(applyChange(settings, { quiet_hours })).toEqual({ ...settings, quiet_hours });
});
