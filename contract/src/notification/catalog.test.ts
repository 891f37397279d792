import { describe, expect, it } from 'vitest';
import {
  definitionOf,
  groupOf,
  isEmailed,
  NOTIFICATION_TYPES,
  type NotificationType,
  SWITCHABLE_GROUPS,
  TYPES_OF_CHOICE,
  typesOf,
} from './catalog.ts';
import { NOTIFICATION_GROUPS } from './groups.ts';
import { pathOfNotification, targetOfPath } from './target.ts';

const types = Object.keys(NOTIFICATION_TYPES) as NotificationType[];
const facts = {
  job_title: 'A walk for Biscuit',
  actor_name: 'Sam Sitter',
  is_owner: true,
  is_again: false,
  starts: 'Sat, Nov 28, 9:00 AM EST',
  ends: 'Sat, Nov 28, 11:00 AM EST',
};
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const ids = { job_id: id(1), claim_id: id(2), actor_id: id(3) };

describe.each(types)('the notification %s', (type) => {
  it('belongs to a group that members find in their preferences', () => {
    expect(Object.keys(NOTIFICATION_GROUPS)).toContain(groupOf(type));
    expect(SWITCHABLE_GROUPS.includes(groupOf(type))).toBe(definitionOf(type).canSwitchOff);
  });

  it('has a short title and a whole sentence for either side', () => {
    for (const [is_owner, is_again] of [
      [true, false],
      [false, false],
      [true, true],
    ] as const) {
      const { title, body } = definitionOf(type).text({ ...facts, is_owner, is_again });
      expect(title).toMatch(/^\S.{5,90}[^.]$/);
      expect(body).toMatch(/\.$/);
    }
  });

  it('leads to a page, and a visit of that page finds it', () => {
    const path = pathOfNotification(type, ids);
    expect(path).toMatch(/^\/[a-z]/);
    expect(targetOfPath(path)?.types).toContain(type);
  });
});

describe('a single type', () => {
  it('has a name that no other one has, as members and staff read it', () => {
    const labels = types.map((type) => definitionOf(type).label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of labels) expect(label).toMatch(/^[A-Z].{2,40}[^.]$/);
  });

  it('is switched individually if its group has other types, and never if nobody can switch it off', () => {
    expect(TYPES_OF_CHOICE).toContain('reminders.starts_tomorrow');
    for (const type of TYPES_OF_CHOICE) {
      expect(definitionOf(type).canSwitchOff).toBe(true);
      expect(typesOf(groupOf(type)).length).toBeGreaterThan(1);
    }
    const all_off = { email_off: types.map(groupOf), email_types: {} };
    const coming = types.filter((type) => isEmailed(type, all_off));
    expect(coming).toEqual(types.filter((type) => !definitionOf(type).canSwitchOff));
  });

  // The statement that announces a job to thousands reads the group alone (`announce-job.ts`).
  it('is all that the group of new jobs has, so that its switch is the type’s', () => {
    expect(typesOf('new_jobs')).toEqual(['new_jobs.fits']);
  });
});

it('a visited page is about the last id of its address, or about its viewer', () => {
  expect(targetOfPath(`/chat/job/${id(1)}/${id(2)}`)?.subject_id).toBe(id(2));
  expect(targetOfPath(`/jobs/${id(1)}`)?.subject_id).toBe(id(1));
  expect(targetOfPath('/invited')?.subject_id).toBeNull();
  expect(targetOfPath('/dashboard')).toBeNull();
  expect(targetOfPath(`/jobs/${'-'.repeat(36)}`)).toBeNull();
});
