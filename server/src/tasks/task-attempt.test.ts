import { join } from 'node:path';
import type { Job } from 'graphile-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resendEmailChange } from '../account/email/resend-email-change.ts';
import { sendResetLink } from '../account/password/send-reset-link.ts';
import { sendSignInCode } from '../account/sign-in/send-sign-in-code.ts';
import { textCode } from '../account/sign-in/text-code.ts';
import { queueFailureWarning, warnOfFailures } from '../account/sign-in/warn-of-failures.ts';
import { archivePath } from '../archive/archive-path.ts';
import { makeArchive } from '../archive/make-archive.ts';
import { eraseDueMembers } from '../deletion/erase-due-members.ts';
import { listMails } from '../mail/dev-mail.ts';
import { startTwilioSink } from '../testing/outside/twilio-sink.ts';
import { joinKindpal, PASSWORD, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { runDueTasks } from './start-tasks.ts';
import { attemptOf } from './task-attempt.ts';

let twilio: Awaited<ReturnType<typeof startTwilioSink>>;
let kindpal: TestKindpal;
beforeAll(async () => {
  twilio = await startTwilioSink();
  kindpal = await startTestKindpal({ settings: { SMS_URL: twilio.url, SMS_COUNTRIES: 'US' } });
});
afterAll(async () => {
  await kindpal.stop();
  await twilio.close();
});

const anonymous = () => new TestBrowser(kindpal.services);
const PHONE = '+12015550142';

/** Tasks that queue an email or a text: what queues them, and where it goes. */
const TASKS = [
  {
    run: sendResetLink,
    ask: async ({ email }: Joined) => {
      await anonymous().send((api) => api.account.recover({ email }));
      return email;
    },
  },
  {
    run: sendSignInCode,
    ask: async ({ email }: Joined) => {
      await anonymous().send((api) => api.account.requestCode({ email }));
      return email;
    },
  },
  {
    run: warnOfFailures,
    ask: async ({ email }: Joined) => {
      await queueFailureWarning(kindpal.services, email);
      return email;
    },
  },
  {
    run: resendEmailChange,
    ask: async ({ browser, email }: Joined) => {
      const to = `new-${email}`;
      await browser.send((api) =>
        api.account.updateUser({ email: to, current_password: PASSWORD }),
      );
      await runDueTasks(kindpal.services);
      await anonymous().send((api) => api.account.resend({ type: 'email_change', email }));
      return to;
    },
  },
  {
    run: textCode,
    ask: async ({ id }: Joined) => {
      await kindpal.asOwner('UPDATE auth."user" SET phone = NULL, phone_confirmed_at = NULL');
      await kindpal.asOwner(`UPDATE auth."user" SET phone = '${PHONE}', phone_confirmed_at = now()
        WHERE id = '${id}'`);
      await anonymous().send((api) => api.account.requestCode({ phone: PHONE }));
      return PHONE;
    },
  },
];
type Joined = Awaited<ReturnType<typeof joinKindpal>>;

/** Locks the only queued task, as a worker of another process does. */
async function lockTask(worker: string): Promise<Job> {
  const { rows } = await kindpal.services.db.pool.query(
    `WITH turn AS (UPDATE graphile_worker._private_job_queues SET locked_at = now(), locked_by = $1)
     UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = $1 RETURNING *`,
    [worker],
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}
async function release(): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await kindpal.asOwner(`UPDATE graphile_worker.${table} SET locked_at = NULL, locked_by = NULL`);
}

/** How many emails and texts went to an address or phone. */
async function countSent(to: string): Promise<number> {
  const mails = await listMails(kindpal.services.env);
  return [...mails, ...twilio.sent].filter((sent) => sent.to === to).length;
}

/** A member, whose own emails have been sent. */
async function joinMember(): Promise<Joined> {
  const joined = await joinKindpal(kindpal.services);
  await runDueTasks(kindpal.services);
  return joined;
}

const never = new AbortController().signal;

test.each(TASKS)(
  '$run.name sends once if its process is killed before the queue knows that it has ended [U4] [U9]',
  async ({ run, ask }) => {
    const { services } = kindpal;
    const to = await ask(await joinMember());
    const before = await countSent(to);
    const job = await lockTask('killed');
    await run(services, job.payload as { sealed: string }, attemptOf(job, never));
    await release();
    await runDueTasks(services);
    expect(await countSent(to)).toBe(before + 1);
  },
);

test.each(TASKS)(
  '$run.name sends nothing if another process has taken it over [U4] [U9]',
  async ({ run, ask }) => {
    const { services } = kindpal;
    await ask(await joinMember());
    const frozen = await lockTask('frozen');
    await lockTask('other');
    await expect(
      run(services, frozen.payload as { sealed: string }, attemptOf(frozen, never)),
    ).rejects.toThrow('taken this task over');
    expect(await kindpal.asOwner('SELECT locked_by FROM graphile_worker._private_jobs')).toEqual([
      'other',
    ]);
    await release();
  },
);

/** Makes an export on a node, which has a directory of its own. */
function makeExport(job: Job, node: string): Promise<void> {
  const { services } = kindpal;
  const env = { ...services.env, dataDir: join(services.env.dataDir, node) };
  const payload = job.payload as { id: string };
  return makeArchive({ ...services, env }, payload, attemptOf(job, never));
}

/** Does `work` as soon as the next upload begins, as if its process were frozen meanwhile. */
function duringUpload(work: () => Promise<unknown>): void {
  const { images } = kindpal.services;
  const { putFile } = images;
  images.putFile = async (...file) => {
    images.putFile = putFile;
    await work();
    await putFile.apply(images, file);
  };
}

test('an export that another process has taken over is announced once, and then the next one is made [X1]', async () => {
  const { services } = kindpal;
  const [{ browser, email }, next] = [await joinKindpal(services), await joinKindpal(services)];
  await runDueTasks(services);
  await browser.send((api) => api.archive.request({ current_password: PASSWORD }));
  const frozen = await lockTask('frozen');
  const other = await lockTask('other');
  duringUpload(() => makeExport(other, 'other'));
  await expect(makeExport(frozen, 'frozen')).rejects.toThrow('taken this task over');
  await next.browser.send((api) => api.archive.request({ current_password: PASSWORD }));
  const before = await countSent(email);
  await runDueTasks(services);
  expect(await countSent(email)).toBe(before + 1);
  expect((await next.browser.send((api) => api.archive.get())).state).toBe('ready');
});

test('an export that a frozen process uploads after its member left is removed [X1]', async () => {
  const { services } = kindpal;
  const { browser, id } = await joinMember();
  await browser.send((api) => api.archive.request({ current_password: PASSWORD }));
  const frozen = await lockTask('frozen');
  const path = archivePath((frozen.payload as { id: string }).id);
  duringUpload(async () => {
    await kindpal.asOwner(`INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
      VALUES ('${id}', now() - interval '15 days', now() - interval '1 day')`);
    await eraseDueMembers(services);
    await release();
    await runDueTasks(services);
  });
  await expect(makeExport(frozen, 'frozen')).rejects.toThrow('taken this task over');
  expect(await services.images.find(path)).not.toBeNull();
  await runDueTasks(services);
  expect(await services.images.find(path)).toBeNull();
});
