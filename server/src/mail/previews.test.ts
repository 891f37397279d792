import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTIFICATION_TYPES } from '@kindpal/contract/notification/catalog';
import { expect, test } from 'vitest';
import { parseEnv } from '../env.ts';
import { devMail } from './dev-mail.ts';
import { listPreviews } from './previews.ts';

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

test('so has every type of notification emailed by preference, with the right text', async () => {
  const all = await listPreviews(env);
  const mailed = Object.entries(NOTIFICATION_TYPES).filter(
    ([, { email }]) => email === 'by_preference',
  );
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(mailed.map(([type]) => type)));
  for (const { name, mail } of all) {
    expect(`${mail.subject} ${mail.text} ${mail.html}`, name).not.toMatch(
      /undefined|null|NaN|Invalid Date|\[object/,
    );
    expect(mail.subject.length, name).toBeLessThan(90);
    const answer = await devMail(env).request(`/previews/${encodeURIComponent(name)}`);
    expect(answer.status, name).toBe(200);
    expect(await answer.text(), name).toContain('<iframe');
  }
});
