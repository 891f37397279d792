import { randomUUID } from 'node:crypto';
import { clearAttempt } from '../../account/sign-in/failed-attempts.ts';
import { isOurs, noteReport } from '../../notification/delivery-report/note-report.ts';
import { notifyByClock } from '../../notification/queue/queue-mails.ts';
import { watchHealth } from '../../notification/watch-health.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { untilLockWaits } from '../lock-waits.ts';
import type { TestKindpal } from '../test-kindpal.ts';
import { type Scene, setScene } from './scene.ts';

/**
 * Runs the statements behind repeated clicks, scheduled and queued tasks, which no single request
 * runs.
 */
export async function runInBackground(kindpal: TestKindpal): Promise<void> {
  const { services } = kindpal;
  const scene = await setScene(services);
  await clickTwice(kindpal, scene);
  await failToSignIn(kindpal, scene);
  const { owner, open, notification, sitter } = scene;
  const busy = { url: 'http://127.0.0.1:1/mine.ics' };
  await kindpal.callerFor(sitter).notification.setBusyCalendar(busy);
  await services.tasks.add('announce_job', { id: open });
  await services.db.pool.query(
    `UPDATE notifications SET in_digest = true, mail_state = 'queued', mail_due_at = now()
      WHERE member_id = $1`,
    [owner.id],
  );
  await notifyByClock(services);
  await runDueTasks(services);
  await isOurs(services, notification);
  await noteReport(services, notification, { outcome: 'delivered', recipients: [owner.email] });
  await failTasks(kindpal);
  await watchHealth(services);
}

async function clickTwice(kindpal: TestKindpal, { claimant, sitter, job, open }: Scene) {
  const { callerFor } = kindpal;
  const said = { job_id: job, client_id: randomUUID(), content: 'Sent twice' };
  const send = () => callerFor(claimant).chat.sendJobMessage(said);
  await Promise.all([send(), send()]);
  await send();
  const claim = () => callerFor(sitter).claim.create({ job_id: open });
  await atOnce(kindpal, open, claim);
}

/** Makes a call twice on a locked job, so that both wait for it. */
async function atOnce(
  { services: { db } }: TestKindpal,
  job: string,
  call: () => Promise<unknown>,
) {
  const holder = await db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [job]);
  const calls = Promise.all([call(), call()]);
  await untilLockWaits(db.pool, 2);
  await holder.query('COMMIT');
  holder.release();
  await calls;
}

async function failToSignIn({ services, callerFor }: TestKindpal, { owner: { email } }: Scene) {
  const wrong = { grant_type: 'password' as const, email, password: 'Wrong-Horse-1' };
  for (let failures = 0; failures < 12; failures++) {
    await callerFor(null)
      .account.token(wrong)
      .catch(() => {});
  }
  await clearAttempt(services, { factor: 'of nobody' });
}

async function failTasks({ services, asOwner }: TestKindpal): Promise<void> {
  await services.tasks.add('remove_image', { path: 'none.webp' });
  await asOwner('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
}
