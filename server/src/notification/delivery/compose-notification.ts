import { definitionOf, type NotificationType } from '@kindpal/contract/notification/catalog';
import { pathOfNotification } from '@kindpal/contract/notification/target';
import type { Env } from '../../env.ts';
import { quote } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mailer.ts';
import { notificationMail } from '../../mail/mails/notification.ts';
import { type NotificationRow, textOf } from '../present.ts';
import { type CalendarRow, calendarPartOf } from './calendar-part.ts';

/** The email of a notification. `settingsOf` returns the link that turns off emails of its type. */
export async function composeNotification(
  env: Env,
  row: NotificationRow & CalendarRow,
  settingsOf: (type: NotificationType) => string,
): Promise<Mail> {
  return notificationMail(env, {
    to: row.email,
    ...textOf(row, quote),
    url: `${env.appUrl}${pathOfNotification(row.type, row)}`,
    settings: definitionOf(row.type).canSwitchOff ? settingsOf(row.type) : null,
    calendar: await calendarPartOf(env, row),
  });
}
