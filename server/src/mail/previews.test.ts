import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTIFICATION_TYPES } from '@kindpal/contract/notification/catalog';
import { expect, test } from 'vitest';
import { parseEnv } from '../env.ts';
import { devMail } from './dev-mail.ts';
import { MAIL_LABELS, type MailKind } from './mail-labels.ts';
import { listPreviews } from './previews.ts';
import { writeFullDay, writeFullTime } from './write-time.ts';

const env = parseEnv({ KINDPAL_MODE: 'development' });

test('every email with its own text has a preview', () => {
  const folder = join(import.meta.dirname, 'mails');
  const previews = readFileSync(join(import.meta.dirname, 'previews.ts'), 'utf8');
  const composers = readdirSync(folder).flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /export function (\w+(?:Mail|Notice))\(/g,
      ),
    ].map(([, name]) => name),
  );
  expect(composers.length).toBeGreaterThan(30);
  // The notification mail is composed per type, which the next test covers.
  const own = composers.filter((name) => name !== 'notificationMail');
  expect(own.filter((name) => !previews.includes(`${name}(env, `))).toEqual([]);
});

test('so has every type of notification that is emailed, to both sides and whether first or again, with the right text', async () => {
  const all = await listPreviews(env);
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const type of Object.keys(NOTIFICATION_TYPES)) {
    const ofType = names.filter((name) => name === type || name.startsWith(`${type}: `));
    expect(ofType, type).not.toEqual([]);
  }
  expect(names).toEqual(
    expect.arrayContaining([
      'jobs.released',
      'jobs.released: to the sitter',
      'jobs.completed: to the owner, again',
      'jobs.auto_confirmed: to the sitter',
      'staff_inbox.waitlist',
      'support.moderated: hidden review',
    ]),
  );
  expect(names).not.toContain('jobs.completed: to the sitter');
  for (const { name, mail } of all) {
    expect(`${mail.subject} ${mail.text} ${mail.html}`, name).not.toMatch(
      /undefined|null|NaN|Invalid Date|\[object/,
    );
    expect(mail.text, name).not.toMatch(/\b0 /);
    expect(mail.subject.length, name).toBeLessThan(90);
    const answer = await devMail(env).request(`/previews/${encodeURIComponent(name)}`);
    expect(answer.status, name).toBe(200);
    expect(await answer.text(), name).toContain('<iframe');
  }
});

test('every kind of email that staff read of in deliveries is among the previews', async () => {
  const kinds = (await listPreviews(env)).map(({ mail }) => mail.kind);
  expect(Object.keys(MAIL_LABELS).filter((kind) => !kinds.includes(kind as MailKind))).toEqual([]);
});

test('an email about a decision that can be appealed says so and leads to it; any other says to contact us [S4]', async () => {
  const textOf = (await listPreviews(env)).reduce(
    (texts, { name, mail }) => texts.set(name, mail.text),
    new Map<string, string>(),
  );
  const appealable = [...textOf].filter(
    ([name]) => name.startsWith('support.moderated') || name.endsWith('after a report'),
  );
  expect(appealable.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'support.moderated: warning',
      'support.moderated: banned',
      'support.job_taken_down: to the owner, after a report',
    ]),
  );
  for (const [name, text] of appealable) {
    expect(text, name).toContain('you can appeal once');
    expect(text, name).toMatch(/Read or appeal:\n\S+\/(my-requests|suspended)/);
    expect(text, name).not.toContain('contact us');
  }
  for (const name of [
    'Moderation: review hidden',
    'support.job_taken_down: to the owner',
    'support.job_taken_down: to the sitter',
  ]) {
    expect(textOf.get(name), name).toContain('please contact us');
    expect(textOf.get(name), name).not.toContain('appeal');
  }
});

test('a time in an email is in its reader’s zone, or in UTC if none is known', () => {
  const at = new Date('2026-12-31T23:30:00Z');
  expect(writeFullTime(at, 'America/New_York')).toBe(
    'Thu, Dec\u00a031, 2026, 6:30\u00a0PM\u00a0EST',
  );
  expect(writeFullTime(at, 'Asia/Tokyo')).toMatch(/^Fri, Jan\u00a01, 2027, 8:30\u00a0AM\u00a0/);
  expect(writeFullTime(at, null)).toBe('Thu, Dec\u00a031, 2026, 11:30\u00a0PM\u00a0UTC');
  expect(writeFullDay(at, 'Asia/Tokyo')).toBe('Fri, Jan\u00a01, 2027');
});
