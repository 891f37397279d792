import { pathOfNotification } from '@kindpal/contract/notification/target';
import { quote } from '../../mail/letter.ts';
import { digestMail } from '../../mail/mails/digest.ts';
import type { Services } from '../../services.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { textOf } from '../present.ts';
import { getLinkId } from '../queries.ts';
import { DIGEST, mailedSettingsUrl } from '../settings/mailed-settings.ts';
import { deliverMail } from './deliver-mail.ts';
import { judgeMail } from './judge-mail.ts';
import { noteMail } from './note-mail.ts';
import { findOutgoing, type OutgoingRow, outgoingFactsOf } from './outgoing-rows.ts';

/** Delivers a member's digest: what is still true and wanted; if nothing is, no email. */
export async function deliverDigest(
  services: Services,
  { id }: { id: string },
  attempt: TaskAttempt,
): Promise<void> {
  const rows = await findOutgoing(services, 'digest', id);
  const wanted: OutgoingRow[] = [];
  for (const row of rows) {
    const verdict = judgeMail(await outgoingFactsOf(services, row), services.clock.now());
    if (verdict.send) wanted.push(row);
    else await noteMail(services, [row.id], { state: 'suppressed', reason: verdict.reason });
  }
  const [newest] = wanted;
  if (!newest) return;
  const mail = await compose(services, newest, wanted);
  const { member_id } = newest;
  await deliverMail(
    services,
    { mail, name: id, member_id, ids: wanted.map((row) => row.id) },
    attempt,
  );
}

async function compose(services: Services, newest: OutgoingRow, rows: OutgoingRow[]) {
  const { env, db } = services;
  const linkId = await getLinkId(db.drizzle, newest.member_id);
  return digestMail(env, {
    to: newest.email,
    entries: withoutRepeats(
      rows.map((row) => ({
        ...textOf(row, quote),
        url: `${env.appUrl}${pathOfNotification(row.type, row)}`,
      })),
    ),
    settings: mailedSettingsUrl(services, linkId, { group: DIGEST }),
  });
}

/** Several requests that wait for staff have the same text and link: one line says it for all. */
function withoutRepeats<Entry extends { title: string; url: string }>(entries: Entry[]): Entry[] {
  const byText = new Map(entries.map((entry) => [`${entry.url} ${entry.title}`, entry] as const));
  return [...byText.values()];
}
