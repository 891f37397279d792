import { groupOf, SWITCHABLE_GROUPS } from '@kindpal/contract/notification/catalog';
import { pathOfNotification } from '@kindpal/contract/notification/target';
import { quote } from '../mail/letter.ts';
import type { Mail } from '../mail/mailer.ts';
import { notificationMail } from '../mail/mails/notification.ts';
import type { Services } from '../services.ts';
import type { TaskAttempt } from '../tasks/task-queue.ts';
import { calendarPartOf } from './calendar-part.ts';
import { deliverMail } from './deliver-mail.ts';
import { judgeMail } from './judge-mail.ts';
import { mailedSettingsUrl } from './mailed-settings.ts';
import { noteMail } from './note-mail.ts';
import { factsOf, findOutgoing, type OutgoingRow } from './outgoing-rows.ts';
import { textOf } from './present.ts';
import { getLinkId } from './queries.ts';

/** Delivers the email of one notification, if it is still true and wanted at this hour. */
export async function deliverNotification(
  services: Services,
  { id }: { id: string },
  attempt: TaskAttempt,
): Promise<void> {
  const [row] = await findOutgoing(services, 'mail', id);
  if (!row) return;
  const verdict = judgeMail(await factsOf(services, row), services.clock.now());
  if (!verdict.send) {
    const { later, reason } = verdict;
    const outcome = later ? { due: later, reason } : ({ state: 'suppressed', reason } as const);
    return noteMail(services, [id], outcome);
  }
  const mail = await composeNotification(
    services,
    row,
    await getLinkId(services.db.drizzle, row.member_id),
  );
  await deliverMail(services, { mail, name: id, member_id: row.member_id, ids: [id] }, attempt);
}

/** The email of a notification; its links name `linkId`. */
export async function composeNotification(
  services: Services,
  row: OutgoingRow,
  linkId: string,
): Promise<Mail> {
  const { env } = services;
  const group = groupOf(row.type);
  return notificationMail(env, {
    to: row.email,
    ...textOf(row, quote),
    url: `${env.appUrl}${pathOfNotification(row.type, row)}`,
    settings: SWITCHABLE_GROUPS.includes(group) ? mailedSettingsUrl(services, linkId, group) : null,
    calendar: await calendarPartOf(env, row),
  });
}
