import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { pruneGuessedAddresses } from './prune-guessed-addresses.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

afterEach(() => {
  kindpal.services.env.smtpUrl = undefined;
});

const query = async (text: string) => (await kindpal.services.db.pool.query(text)).rows;

test('addresses that no mailbox confirmed are removed after 30 days; entering one again starts the time again [X1] [P4] [P6]', async () => {
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
  const visitor = kindpal.callerFor(null);
  const entered = ['old', 'again', 'new', 'confirmed'].map((who) => `${who}@example.org`);
  for (const email of entered) {
    await visitor.newsletter.subscribe({ email });
    await visitor.waitlist.join({ email, full_name: 'Wanda Waits' });
  }
  for (const table of ['newsletter_subscriptions', 'waitlist_entries']) {
    await query(
      `UPDATE ${table} SET asked_at = now() - interval '29 days' WHERE email LIKE 'new@%'`,
    );
    await query(
      `UPDATE ${table} SET asked_at = now() - interval '31 days' WHERE email NOT LIKE 'new@%'`,
    );
    await query(`UPDATE ${table} SET confirmed_at = now() WHERE email LIKE 'confirmed@%'`);
  }
  await visitor.newsletter.subscribe({ email: 'again@example.org' });
  await visitor.waitlist.join({ email: 'again@example.org', full_name: 'Wanda Waits' });
  await pruneGuessedAddresses(kindpal.services);
  const kept = ['again', 'confirmed', 'new'].map((who) => ({ email: `${who}@example.org` }));
  expect(await query('SELECT email FROM newsletter_subscriptions ORDER BY email')).toEqual(kept);
  expect(await query('SELECT email FROM waitlist_entries ORDER BY email')).toEqual(kept);
});

test('those entered without a mail server, which nobody was asked to confirm, stay, also once there is one [P4] [P6]', async () => {
  const email = 'unmailed@example.org';
  await kindpal.callerFor(null).newsletter.subscribe({ email });
  await kindpal.callerFor(null).waitlist.join({ email, full_name: 'Wanda Waits' });
  for (const smtpUrl of [undefined, 'smtp://mail.example.org']) {
    kindpal.services.env.smtpUrl = smtpUrl;
    for (const table of ['newsletter_subscriptions', 'waitlist_entries']) {
      await query(`UPDATE ${table} SET created_at = now() - interval '31 days'`);
      await pruneGuessedAddresses(kindpal.services);
      const { rows } = await kindpal.services.db.pool.query(
        `SELECT FROM ${table} WHERE email = $1`,
        [email],
      );
      expect(rows).toHaveLength(1);
    }
  }
});
