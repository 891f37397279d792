import type { Services } from '../services.ts';
import { noteMailbox } from './note-mail.ts';
import type { DeliveryReport } from './read-delivery-report.ts';

/**
 * A report about email or digest `$1`. It may arrive before the acceptance is recorded; delivered
 * and refused are final.
 */
const NOTE = `
  UPDATE notifications SET mail_state = $2, mail_reason = $3, mail_due_at = NULL,
    mailed_at = coalesce(mailed_at, $4::timestamptz)
  FROM auth."user" account
  WHERE (notifications.id = $1::uuid OR digest_id = $1::uuid) AND mail_state IN ('queued', 'sent')
    AND account.id = notifications.member_id
  RETURNING account.id AS member_id, lower(account.email) AS email`;

/**
 * Records a mail server's report about the email with this name. An unknown email's, and a second
 * report, change nothing.
 */
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
  // A report about a former address says nothing about the member's current mailbox.
  if (!told || outcome === 'failed' || !recipients.includes(told.email)) return;
  await noteMailbox(services, told.member_id, outcome === 'delivered');
}
