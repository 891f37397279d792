import type { Services } from '../services.ts';
import { noteMailbox } from './note-mail.ts';
import type { DeliveryReport } from './read-delivery-report.ts';

/**
 * What was reported of an email or a digest `$1`. A report may overtake our own note that the email
 * was accepted; what was delivered or refused stays so.
 */
const NOTE = `
  UPDATE notifications SET mail_state = $2, mail_reason = $3, mail_due_at = NULL,
    mailed_at = coalesce(mailed_at, $4::timestamptz)
  FROM auth."user" account
  WHERE (notifications.id = $1::uuid OR digest_id = $1::uuid) AND mail_state IN ('queued', 'sent')
    AND account.id = notifications.member_id
  RETURNING account.id AS member_id, lower(account.email) AS email`;

/** Notes what a mail server reported of the email of this name. Another one's, and a second report, change nothing. */
export async function noteReport(
  services: Pick<Services, 'db' | 'clock'>,
  name: string,
  { outcome, recipients }: DeliveryReport,
): Promise<void> {
  const reason = outcome === 'delivered' ? null : 'returned';
  const [told] = await services.db.prepared<{ member_id: string; email: string }>(
    'note-report',
    NOTE,
    [name, outcome, reason, services.clock.now()],
  );
  // A report about the address before says nothing of the mailbox that its member has now.
  if (!told || outcome === 'failed' || !recipients.includes(told.email)) return;
  await noteMailbox(services, told.member_id, outcome === 'delivered');
}
