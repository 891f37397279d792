import type { Services } from '../../services.ts';
import { noteMailbox } from '../delivery/note-mail.ts';
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

/** The same for an email that a command sent. */
const NOTE_OWN = `WITH noted AS (
    UPDATE deliveries SET state = $2, reason = $3, mailed_at = coalesce(mailed_at, $4::timestamptz)
    WHERE id = $1::uuid AND channel = 'email' AND state IN ('queued', 'sent') RETURNING member_id)
  SELECT account.id AS member_id, lower(account.email) AS email
  FROM noted JOIN auth."user" account ON account.id = noted.member_id`;

const SENT = `SELECT
    EXISTS (SELECT FROM notifications WHERE id = $1::uuid)
    OR EXISTS (SELECT FROM notifications WHERE digest_id = $1::uuid)
    OR EXISTS (SELECT FROM deliveries WHERE id = $1::uuid AND channel = 'email') AS is_ours`;

/** Whether this is the name of an email of ours; rows exist before the email is sent. */
export async function isOurs({ db }: Pick<Services, 'db'>, name: string): Promise<boolean> {
  const [row] = await db.prepared<{ is_ours: boolean }>('report-is-ours', SENT, [name]);
  return row?.is_ours ?? false;
}

/**
 * Records a mail server's report about the email with this name. A report about an unknown email,
 * or a second one, changes nothing.
 */
export async function noteReport(
  services: Pick<Services, 'db' | 'clock'>,
  name: string,
  { outcome, recipients }: DeliveryReport,
): Promise<void> {
  const reason = outcome === 'delivered' ? null : 'returned';
  const values = [name, outcome, reason, services.clock.now()];
  const note = (statement: string, text: string) =>
    services.db.prepared<{ member_id: string; email: string }>(statement, text, values);
  const [ofNotification] = await note('note-report', NOTE);
  const told = ofNotification ?? (await note('note-report-own', NOTE_OWN))[0];
  // A report about a former address does not apply to the member's current mailbox.
  if (!told || outcome === 'failed' || !recipients.includes(told.email)) return;
  await noteMailbox(services, told.member_id, outcome === 'delivered');
}
