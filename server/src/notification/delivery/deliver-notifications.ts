import { concernedBy, refusalOfMail } from '../../mail/refused-mail.ts';
import type { Services } from '../../services.ts';
import { recordOutcome } from '../../tasks/record-outcome.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { getSettingsOf, type SettingsRow } from '../queries.ts';
import { mailedSettingsUrl } from '../settings/mailed-settings.ts';
import { composeNotification } from './compose-notification.ts';
import { judgeMail } from './judge-mail.ts';
import { noteMail, noteMailbox, noteRefused } from './note-mail.ts';
import { findOutgoing, judgedBy, type OutgoingRow } from './outgoing-rows.ts';

/** How many are sent concurrently. */
const AT_ONCE = 4;
/** At `ENOUGH` doubts whether any email can be sent now, the rest is not tried. */
const DOUBTS = { sent: 0, refused: 0, one: 0, perhaps_all: 1, all: 2 } as const;
const ENOUGH = 2;

/**
 * Delivers the emails of several notifications, each like `deliverNotification`. A failed one
 * gets its own task and attempts; if the mail server is down or refuses Kindpal, so do all later
 * ones.
 */
export async function deliverNotifications(
  services: Services,
  { ids }: { ids: string[] },
  { signal }: TaskAttempt,
): Promise<void> {
  const { db, clock } = services;
  const rows = await findOutgoing(services, 'mails', ids);
  const members = rows.map(({ member_id }) => member_id);
  const settings = await getSettingsOf(db.drizzle, members);
  const leaving: Leaving[] = [];
  for (const row of rows) {
    const own = settings.get(row.member_id);
    const verdict = judgeMail(judgedBy(row, own ?? null), clock.now());
    // Without settings, its member has been erased meanwhile.
    if (verdict.send && own) leaving.push({ row, settings: own });
    else if (!verdict.send) await noteVerdict(services, row.id, verdict);
  }
  const sent = noteTogether((ids) =>
    recordOutcome(() => noteMail(services, ids, { state: 'sent', reason: null }), signal),
  );
  const left = leaving.values();
  const failed: string[] = [];
  let doubts = 0;
  const send = async () => {
    for (const one of left) {
      const outcome = doubts < ENOUGH ? await deliver(services, one, signal) : 'all';
      doubts = outcome === 'sent' ? 0 : doubts + DOUBTS[outcome];
      if (outcome === 'sent') await sent.note(one.row.id);
      else if (outcome !== 'refused') failed.push(one.row.id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  signal.throwIfAborted();
  // In one transaction: retrying this task would send the others again.
  await db.drizzle.transaction(async (tx) => {
    for (const id of failed) await services.tasks.add('deliver_notification', { id }, tx);
  });
}

type Leaving = { row: OutgoingRow; settings: SettingsRow };
type Verdict = Exclude<ReturnType<typeof judgeMail>, { send: true }>;

function noteVerdict(services: Services, id: string, { later, reason }: Verdict): Promise<void> {
  return noteMail(services, [id], later ? { due: later, reason } : { state: 'suppressed', reason });
}

/** Sends one; a permanent refusal is recorded here. */
async function deliver(
  services: Services,
  { row, settings }: Leaving,
  signal: AbortSignal,
): Promise<keyof typeof DOUBTS> {
  const { mailer, log } = services;
  // If it failed, the task would be retried while it still sends the others.
  const record = (write: () => Promise<void>) => recordOutcome(write, signal);
  const ids = [row.id];
  const mail = await composeNotification(services.env, row, (type) =>
    mailedSettingsUrl(services, settings.link_id, { type }),
  );
  try {
    const name = row.id.replaceAll('-', '');
    await mailer.transport.deliver(
      { ...mail, member_id: row.member_id },
      { signal, name, isOneOfMany: true, isReported: true },
    );
  } catch (error) {
    log.warn({ err: error, notification: row.id }, 'An email could not be sent yet');
    const refusal = refusalOfMail(error);
    if (!refusal) {
      await record(() => noteMail(services, ids, { state: 'queued', reason: 'unreachable' }));
      return concernedBy(error);
    }
    await record(() => noteRefused(services, { ids, member_id: row.member_id }, refusal));
    return 'refused';
  }
  if (settings.bouncing_since && !services.env.mailReports) {
    await record(() => noteMailbox(services, row.member_id, true));
  }
  return 'sent';
}

/**
 * Batches the calls during a write into the next write, so that each waits for at most two
 * writes.
 */
function noteTogether(write: (ids: string[]) => Promise<void>) {
  let waiting: string[] = [];
  let writing = Promise.resolve();
  let next: Promise<void> | null = null;
  return {
    note(id: string): Promise<void> {
      waiting.push(id);
      next ??= writing.then(() => {
        const ids = waiting;
        [waiting, next] = [[], null];
        writing = write(ids);
        return writing;
      });
      return next;
    },
  };
}
