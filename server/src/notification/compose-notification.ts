import { groupOf, SWITCHABLE_GROUPS } from '@kindpal/contract/notification/catalog';
import { pathOfNotification } from '@kindpal/contract/notification/target';
import type { Env } from '../env.ts';
import { quote } from '../mail/letter.ts';
import type { Mail } from '../mail/mailer.ts';
import { notificationMail } from '../mail/mails/notification.ts';
import { type CalendarRow, calendarPartOf } from './calendar-part.ts';
import { type NotificationRow, textOf } from './present.ts';

/** The email of a notification. `settingsOf` returns the link to unsubscribe from a group. */
export async function composeNotification(
  env: Env,
  row: NotificationRow & CalendarRow,
  settingsOf: (group: string) => string,
): Promise<Mail> {
  const group = groupOf(row.type);
  return notificationMail(env, {
    to: row.email,
    ...textOf(row, quote),
    url: `${env.appUrl}${pathOfNotification(row.type, row)}`,
    settings: SWITCHABLE_GROUPS.includes(group) ? settingsOf(group) : null,
    calendar: await calendarPartOf(env, row),
  });
}
