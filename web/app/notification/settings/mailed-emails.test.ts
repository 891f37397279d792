import type { MailedSettings } from '@kindpal/contract/notification/schema';
import { expect, it } from 'vitest';
import { emailsOf, type MailedChange } from './mailed-emails.ts';
import { applyToEmails } from './settings-change.ts';

const type = (type: MailedSettings['groups'][number]['types'][number]['type'], email = true) => ({
  type,
  label: type,
  email,
});
const group = (given: Partial<MailedSettings['groups'][number]>) => ({
  group: 'jobs' as const,
  label: 'Your jobs',
  hint: '',
  email: true,
  in_digest: false,
  types: [],
  ...given,
});
const settings: MailedSettings = {
  groups: [
    group({ types: [type('jobs.claimed'), type('jobs.edited', false)] }),
    group({
      group: 'reminders',
      label: 'Reminders',
      email: false,
      types: [type('reminders.starts_soon'), type('reminders.not_started', false)],
    }),
    group({ group: 'new_jobs', label: 'New jobs', in_digest: true }),
    group({ group: 'invites', label: 'Invites', email: false, in_digest: true }),
  ],
};
const after = (change: MailedChange | undefined, before = settings): MailedSettings => ({
  groups: before.groups.map((one) => applyToEmails(one, change ?? {})),
});
const ofType = (name: string, of = settings) => emailsOf(of, { type: name, group: null });
const ofGroup = (name: string, of = settings) => emailsOf(of, { type: null, group: name });

it('the link of an email switches off its type, and offers its group as the next step', () => {
  const claimed = ofType('jobs.claimed');
  expect(claimed).toMatchObject({ kind: 'type', label: 'jobs.claimed', isOn: true });
  const ended = after(claimed?.stop.change);
  expect(ended.groups[0]).toMatchObject({
    email: true,
    types: [{ email: false }, { email: false }],
  });
  expect(after(claimed?.stop.undo, ended)).toEqual(settings);
  // No other email of the group is switched on.
  expect(ofType('jobs.claimed', ended)).toMatchObject({ kind: 'group', isOn: false, next: null });
  const next = claimed?.next?.stop;
  const whole = after(next?.change);
  expect(whole.groups[0]).toMatchObject({
    email: false,
    types: [{ email: false }, { email: false }],
  });
  expect(whole.groups.slice(1)).toEqual(settings.groups.slice(1));
  expect(after(next?.undo, whole)).toEqual(settings);
});

it('a type that is on in a group that is off can be switched off with its link, and on again', () => {
  const soon = ofType('reminders.starts_soon');
  expect(soon).toMatchObject({ kind: 'type', isOn: true, next: { label: 'Reminders' } });
  const whole = after(soon?.next?.stop.change);
  expect(whole.groups[1]?.types.map(({ email }) => email)).toEqual([false, false]);
  expect(after(soon?.next?.stop.undo, whole)).toEqual(settings);
});

it('an older link switches off its group, and can switch it on again even if it was off before the visit', () => {
  const jobs = ofGroup('jobs');
  expect(jobs).toMatchObject({ kind: 'group', label: 'Your jobs', isOn: true, next: null });
  const ended = after(jobs?.stop.change);
  expect(ofGroup('jobs', ended)?.isOn).toBe(false);
  const resumed = after(ofGroup('jobs', ended)?.resume, ended);
  expect(resumed.groups[0]).toMatchObject({
    email: true,
    types: [{ email: true }, { email: true }],
  });
});

it('the link of a digest switches off everything in it', () => {
  const digest = ofGroup('digest');
  expect(digest).toMatchObject({ kind: 'digest', isOn: true });
  const ended = after(digest?.stop.change);
  expect(ended.groups.map(({ email }) => email)).toEqual([true, false, false, false]);
  expect(ofGroup('digest', ended)?.isOn).toBe(false);
  expect(after(digest?.stop.undo, ended)).toEqual(settings);
});

it('a link with a type or group that its recipient does not have changes nothing', () => {
  for (const none of [ofType('support.moderated'), ofType('x'), ofGroup('x')])
    expect(none).toBeNull();
});
