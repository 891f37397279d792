import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eraseDueMembers } from '../deletion/erase-due-members.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { directAttempt } from '../testing/direct-attempt.ts';
import { joinKindpal, readMailbox, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { deliverQueuedMail } from './deliver-queued-mail.ts';
import { devMail, findMail, listMails } from './dev-mail.ts';
import { composeMail } from './letter.ts';
import { mailFolder } from './transport.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const mail = { to: 'a@example.org', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' };

test('a mail that cannot be sent fails no request and is retried [U4]', async () => {
  const { services } = kindpal;
  const { email } = await joinKindpal(services);
  const { transport } = services.mailer;
  services.mailer.transport = {
    deliver: () => Promise.reject(new Error('the mail server is away')),
  };
  await new TestBrowser(services).send((api) => api.account.recover({ email }));
  expect(await readMailbox(services, email)).toEqual([]);
  const { rows } = await services.db.pool.query(
    'SELECT task_identifier, attempts, last_error, run_at > now() AS later FROM graphile_worker.jobs',
  );
  expect(rows).toEqual([
    {
      task_identifier: 'send_mail',
      attempts: 1,
      last_error: expect.stringContaining('away'),
      later: true,
    },
  ]);

  services.mailer.transport = transport;
  await services.db.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
  const [sent] = await readMailbox(services, email);
  expect(sent?.subject).toBe('Reset your Kindpal password');
});

/** Runs the only queued mail's task as a process does that dies before the queue knows its end. */
async function deliverUncompleted(): Promise<void> {
  const { services } = kindpal;
  const { rows } = await services.db.pool.query(
    `SELECT payload FROM graphile_worker.jobs JOIN graphile_worker._private_jobs USING (id)
     WHERE task_identifier = 'send_mail'`,
  );
  const attempt = directAttempt(AbortSignal.timeout(10_000));
  await deliverQueuedMail(services, rows[0].payload, attempt);
}

const REFUSED = { responseCode: 550, command: 'RCPT TO', response: '550 5.1.1 User unknown' };

test.each([
  ['accepted', 'sent', () => Promise.resolve()],
  ['refused', 'bounced', () => Promise.reject(Object.assign(new Error('refused'), REFUSED))],
] as const)(
  'a mail that is recorded as %s is not sent again by the next process, which completes its task [U4]',
  async (_, state, deliver) => {
    const { services } = kindpal;
    const { email, id } = await joinKindpal(services);
    await runDueTasks(services);
    const { transport } = services.mailer;
    const deliveries = vi.fn(deliver);
    services.mailer.transport = { deliver: deliveries };
    await services.mailer.send({ ...mail, to: email });
    await deliverUncompleted();
    await runDueTasks(services);
    services.mailer.transport = transport;
    expect(deliveries).toHaveBeenCalledOnce();
    expect(await kindpal.asOwner('SELECT id FROM graphile_worker.jobs')).toEqual([]);
    expect(
      await kindpal.asOwner(`SELECT state FROM deliveries WHERE member_id = '${id}'`),
    ).toContain(state);
  },
);

test.each([
  { command: 'AUTH PLAIN', responseCode: 535 },
  { command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 Relay access denied' },
])(
  'a mail stays queued where the mail server refuses Kindpal, not the mail: $command $responseCode',
  async (refused) => {
    const { services } = kindpal;
    const { email, id } = await joinKindpal(services);
    await runDueTasks(services);
    const { transport } = services.mailer;
    services.mailer.transport = {
      deliver: () => Promise.reject(Object.assign(new Error('refused'), refused)),
    };
    await services.mailer.send({ ...mail, to: email });
    await expect(deliverUncompleted()).rejects.toThrow();
    services.mailer.transport = transport;
    await runDueTasks(services);
    expect(
      await kindpal.asOwner(`SELECT state FROM deliveries WHERE member_id = '${id}'`),
    ).toContain('sent');
  },
);

test('a refused mail whose mailbox could not be recorded is tried again, and both are recorded', async () => {
  const { services } = kindpal;
  const { email, id } = await joinKindpal(services);
  await runDueTasks(services);
  const { transport } = services.mailer;
  services.mailer.transport = {
    deliver: () => Promise.reject(Object.assign(new Error('refused'), REFUSED)),
  };
  await services.mailer.send({ ...mail, to: email });
  await kindpal.asOwner(`CREATE FUNCTION fail_settings() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'away'; END $$`);
  await kindpal.asOwner(`CREATE TRIGGER fail_settings BEFORE INSERT OR UPDATE
    ON notification_settings FOR EACH ROW EXECUTE FUNCTION fail_settings()`);
  await expect(deliverUncompleted()).rejects.toThrow();
  await kindpal.asOwner('DROP FUNCTION fail_settings CASCADE');
  await runDueTasks(services);
  services.mailer.transport = transport;
  expect(
    await kindpal.asOwner(
      `SELECT bouncing_since IS NOT NULL FROM notification_settings WHERE member_id = '${id}'`,
    ),
  ).toEqual([true]);
  expect(await kindpal.asOwner(`SELECT state FROM deliveries WHERE member_id = '${id}'`)).toContain(
    'bounced',
  );
});

test('a mail whose first attempt fails is not tried again once its receiver has left [X1]', async () => {
  const { services } = kindpal;
  const { email, id } = await joinKindpal(services);
  await runDueTasks(services);
  const { transport } = services.mailer;
  const deliveries = vi.fn(() => Promise.reject(new Error('away')));
  services.mailer.transport = { deliver: deliveries };
  await services.mailer.send({ ...mail, to: email });
  await expect(deliverUncompleted()).rejects.toThrow('away');
  // Locked, as during an attempt: the deletion leaves the task to its worker.
  await kindpal.asOwner('UPDATE graphile_worker._private_jobs SET locked_at = now()');
  await kindpal.asOwner(`INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
    VALUES ('${id}', now() - interval '15 days', now() - interval '1 day')`);
  await eraseDueMembers(services);
  await kindpal.asOwner('UPDATE graphile_worker._private_jobs SET locked_at = NULL');
  await deliverUncompleted();
  services.mailer.transport = transport;
  expect(deliveries).toHaveBeenCalledOnce();
});

test('a mail of a failed command is never sent [U8]', async () => {
  const { services } = kindpal;
  const to = 'undone@example.org';
  const failed = services.db.drizzle.transaction(async (tx) => {
    await services.mailer.send({ ...mail, to }, tx);
    throw new Error('undo');
  });
  await expect(failed).rejects.toThrow('undo');
  expect(await readMailbox(services, to)).toEqual([]);
});

test.each(['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', 'a'])(
  'a queued mail to %j, which is not one address, is dropped [U4]',
  async (to) => {
    const { services } = kindpal;
    const before = await listMails(services.env);
    await services.mailer.send({ ...mail, to });
    await runDueTasks(services);
    expect(await listMails(services.env)).toEqual(before);
    expect(await kindpal.asOwner('SELECT 1 FROM graphile_worker.jobs')).toEqual([]);
  },
);

test('without a mail server mails are stored as files with an HTML and a text part', async () => {
  const { services } = kindpal;
  await services.mailer.send({ ...mail, to: 'kept@example.org', subject: 'Wörter ✓' });
  await runDueTasks(services);
  const folder = mailFolder(services.env);
  const [newest = ''] = (await readdir(folder)).filter((name) => name.endsWith('.eml')).reverse();
  const text = await readFile(join(folder, newest), 'utf8');
  expect(text).toContain('To: kept@example.org');
  expect(text).toContain('From: Kindpal <support@kindpal.example>');
  expect(text).toContain('Content-Type: text/plain');
  expect(text).toContain('Content-Type: text/html');
});

test('no input becomes markup or a header of a mail', () => {
  const typed = '"><script>alert(1)</script>&';
  const composed = composeMail(kindpal.services.env, {
    kind: 'sign_in_code',
    to: 'a@example.org',
    subject: typed,
    paragraphs: [typed],
    action: { label: typed, url: `https://kindpal.example/?q=${typed}` },
    afterwards: [typed],
  });
  expect(composed.html).not.toContain('<script');
  expect(composed.html).not.toContain(typed);
  expect(composed.text).toContain(typed);
  expect(composed.html).toContain('Kindpal');
  expect(composed.html).toContain('support@kindpal.example');
});

test('stored mails can be read in development, newest first, and nothing outside their folder', async () => {
  const { services } = kindpal;
  await services.mailer.send({ ...mail, subject: 'The newest <b>' });
  await runDueTasks(services);
  const [newest] = await listMails(services.env);
  expect(newest?.subject).toBe('The newest <b>');
  const app = devMail(services.env);
  const page = await (await app.request('/')).text();
  expect(page).toContain('The newest &lt;b&gt;');
  const shown = await app.request(`/${newest?.id}`);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain('sandbox=');
  expect((await app.request('/nothing')).status).toBe(404);
  expect((await app.request('/..%2F..%2Fsecret')).status).toBe(404);
  expect(await findMail(services.env, '../secret')).toBeNull();
  expect(await (await app.request('/all.json')).json()).toHaveLength(
    (await listMails(services.env)).length,
  );
});
