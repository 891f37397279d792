import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  mintInvite,
  openPage,
  PASSWORD,
  readMailbox,
  signUpForm,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { eraseDueMembers } from './erase-due-members.ts';
import { removeUnconfirmed } from './remove-unconfirmed.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  // Emails are still stored as files; the rest of the server sees a mail server as set.
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
});
afterAll(() => kindpal.stop());

const subjectsTo = async (email: string) =>
  (await readMailbox(kindpal.services, email)).map(({ subject }) => subject);

const ENDS = {
  'is not confirmed in time': async (id: string) => {
    await kindpal.services.db.pool.query(
      `UPDATE auth."user" SET confirm_by = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );
    await removeUnconfirmed(kindpal.services);
  },
  'is deleted at its own request': async (id: string) => {
    await kindpal.services.db.pool.query(
      `INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
       VALUES ($1, now() - interval '15 days', now() - interval '1 day')`,
      [id],
    );
    await eraseDueMembers(kindpal.services);
  },
};

it.each(Object.entries(ENDS))(
  'an account that %s takes no email of the people whose addresses it had only entered [U1] [X1]',
  async (_, end) => {
    const vera = `vera-${randomUUID()}@example.org`;
    const victor = `victor-${randomUUID()}@example.org`;
    for (const email of [vera, victor]) {
      await kindpal.callerFor(null).newsletter.subscribe({ email });
      expect(await subjectsTo(email)).toHaveLength(1);
    }
    const browser = openPage(kindpal.services);
    const code = await mintInvite(kindpal.services);
    const form = signUpForm(code, { email: vera });
    const { user } = await browser.send((api) => api.account.signUp(form));
    await browser.send((api) =>
      api.account.updateUser({ email: victor, current_password: PASSWORD }),
    );
    expect(await subjectsTo(vera)).toHaveLength(2);
    expect(await subjectsTo(victor)).toHaveLength(2);
    await end(user.id);
    const own = [expect.stringMatching(/^Confirm the .+ newsletter$/)];
    expect(await subjectsTo(vera)).toEqual(own);
    expect(await subjectsTo(victor)).toEqual(own);
  },
);
