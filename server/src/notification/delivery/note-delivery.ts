import { createHash } from 'node:crypto';
import type { Delivery } from '@kindpal/contract/notification/schema';
import type { Services } from '../../services.ts';

/** An email that a command sent, or a push message to one device. */
export type DeliveryOf = {
  /** The same for every attempt: a UUID, with or without its hyphens. */
  id: string;
  channel: Delivery['channel'];
  /** The kind of the email, or the type of the notification. */
  type: string;
  /** The recipient; null for somebody who is not a member. */
  member_id: string | null;
  /** The notification of a push message, or the request or report that an email is about. */
  about_id?: string | null;
};

export type DeliveryOutcome = Pick<Delivery, 'state' | 'reason'>;

/**
 * Never replaces a final state: a mail server's report may arrive before this write. One that no
 * server accepted is not final: it counts as lost after two days, and its task may still wait.
 */
const NOTE = `INSERT INTO deliveries (id, channel, type, member_id, state, reason, created_at, mailed_at,
    about_id)
  VALUES ($1::uuid, $2, $3, $4::uuid, $5, $6, $7::timestamptz,
    CASE WHEN $5 = 'sent' THEN $7::timestamptz END, $8::uuid)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, reason = excluded.reason,
    mailed_at = coalesce(deliveries.mailed_at, excluded.mailed_at)
  WHERE deliveries.state = 'queued'
    OR (deliveries.state = 'failed' AND deliveries.reason = 'unreachable')
  RETURNING state`;

/**
 * Records the delivery status of an email or a push message, for staff: no text, address or code.
 * Returns false if a final one is recorded already, which stays. [S4]
 */
export async function noteDelivery(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, channel, type, member_id, about_id = null }: DeliveryOf,
  { state, reason }: DeliveryOutcome,
): Promise<boolean> {
  const values = [id, channel, type, member_id, state, reason, clock.now(), about_id];
  const recorded = await db.prepared('note-delivery', NOTE, values);
  return recorded.length > 0;
}

/** The id of a delivery: a hash of what is the same for all of its attempts. */
export function deliveryId(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
