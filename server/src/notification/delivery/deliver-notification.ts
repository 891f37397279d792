import type { Services } from '../../services.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { getLinkId } from '../queries.ts';
import { mailedSettingsUrl } from '../settings/mailed-settings.ts';
import { composeNotification } from './compose-notification.ts';
import { deliverMail } from './deliver-mail.ts';
import { judgeMail } from './judge-mail.ts';
import { noteMail } from './note-mail.ts';
import { findOutgoing, outgoingFactsOf } from './outgoing-rows.ts';

/** Delivers a notification's email, if it is still true and wanted, and allowed at this hour. */
export async function deliverNotification(
  services: Services,
  { id }: { id: string },
  attempt: TaskAttempt,
): Promise<void> {
  const [row] = await findOutgoing(services, 'mail', id);
  if (!row) return;
  const verdict = judgeMail(await outgoingFactsOf(services, row), services.clock.now());
  if (!verdict.send) {
    const { later, reason } = verdict;
    const outcome = later ? { due: later, reason } : ({ state: 'suppressed', reason } as const);
    return noteMail(services, [id], outcome);
  }
  const linkId = await getLinkId(services.db.drizzle, row.member_id);
  const mail = await composeNotification(services.env, row, (type) =>
    mailedSettingsUrl(services, linkId, { type }),
  );
  await deliverMail(services, { mail, name: id, member_id: row.member_id, ids: [id] }, attempt);
}
