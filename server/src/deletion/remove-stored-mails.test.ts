import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encrypt } from '../access/encrypt.ts';
import { QUEUED_MAIL } from '../mail/mailer.ts';
import { keepMail, mailFolder } from '../mail/transport.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import {
  confirmAddress,
  joinKindpal,
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

/** A mail of which a process stores half before it is killed. */
async function* halfOf(email: string): AsyncGenerator<string> {
  yield `To: ${email}`;
  throw new Error('killed');
}

it('an account that is deleted leaves no email that a killed process was storing [X1]', async () => {
  const { services } = kindpal;
  const { id, email } = await joinKindpal(services);
  const folder = mailFolder(services.env);
  const mail = { to: email, subject: 'Hello', html: 'Hi', text: 'Hi', member_id: id };
  await expect(keepMail(services.env, mail, halfOf(email) as never)).rejects.toThrow('killed');
  const beingStored = join(folder, 'now.json.part');
  const halfStored = join(folder, 'before.json.part');
  for (const file of [beingStored, halfStored]) await writeFile(file, JSON.stringify(mail));
  const before = new Date(Date.now() - 120_000);
  await utimes(halfStored, before, before);
  await ENDS['is deleted at its own request'](id);
  await runDueTasks(services);
  const names = await readdir(folder);
  const texts = names.map(async (name) => ({
    name,
    text: await readFile(join(folder, name), 'utf8'),
  }));
  const own = (await Promise.all(texts)).filter(({ text }) => text.includes(email));
  expect(own.map(({ name }) => name)).toEqual(['now.json.part']);
});

it('an email that is being stored while its account is deleted does not stay [X1]', async () => {
  const { services } = kindpal;
  const { id, email } = await joinKindpal(services);
  const mail = { to: email, subject: 'Hello', html: 'Hi', text: 'Hi', member_id: id };
  async function* slowly() {
    yield `To: ${email}`;
    await ENDS['is deleted at its own request'](id);
    await runDueTasks(services);
    yield 'The rest';
  }
  await keepMail(services.env, mail, slowly() as never).catch(() => null);
  const folder = mailFolder(services.env);
  for (const name of await readdir(folder)) {
    expect(await readFile(join(folder, name), 'utf8')).not.toContain(email);
  }
});

it('an email whose account was deleted before its second file existed does not stay [X1]', async () => {
  const { services } = kindpal;
  const { id, email } = await joinKindpal(services);
  const mail = { to: email, subject: 'Hello', html: 'Hi', text: 'Hi', member_id: id };
  const folder = mailFolder(services.env);
  const before = await readdir(folder);
  async function* afterDeletion() {
    // Until here, a deletion finds only the parts.
    const own = (await readdir(folder)).filter((name) => !before.includes(name));
    for (const name of own) if (name.endsWith('.json')) await rm(join(folder, name));
    yield `To: ${email}`;
  }
  await keepMail(services.env, mail, afterDeletion() as never);
  expect(await readdir(folder)).toEqual(before);
});

it('an account that is deleted leaves no email or text in the queue that waits for another attempt [X1]', async () => {
  const { services } = kindpal;
  const { id, email } = await joinKindpal(services);
  await confirmAddress(services, email);
  const mail = { to: email, subject: 'Hello', html: 'Hi', text: 'Hi' };
  await services.mailer.send(mail);
  // An earlier release queued emails without their member.
  const sealed = encrypt(services.secret, QUEUED_MAIL, JSON.stringify(mail));
  await services.tasks.add('send_mail', { sealed });
  await services.texter.send({ to: '+12015550123', text: 'Your code is 123456', member_id: id });
  const other = { ...mail, to: `vera-${randomUUID()}@example.org` };
  await services.mailer.send(other);
  const { pool } = services.db;
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET attempts = 1, run_at = now() + interval '1 hour'`,
  );
  await ENDS['is deleted at its own request'](id);
  await runDueTasks(services);
  const { rows } = await pool.query(
    `SELECT task_identifier FROM graphile_worker.jobs
     WHERE task_identifier IN ('send_mail', 'send_sms')`,
  );
  expect(rows).toEqual([{ task_identifier: 'send_mail' }]);
  await pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
  expect(await subjectsTo(other.to)).toEqual(['Hello']);
});
