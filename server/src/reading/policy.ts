import { type Authorized, authorize } from '../access/authorized.ts';
import { shortNameOf } from '../member/member-card.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Staff read only the part of a chat that was copied with a report, unless two of them agree. The
 * one who works on a report of a message or a conversation requests more and says why; another one
 * agrees or refuses; then these two can read that chat for 24 hours by the database clock. Neither
 * may be a participant of it. Both participants are notified at once, with the reason and the names
 * of the two, as 'First L.'; each view is recorded for them and logged.
 */

/** The participants of the chat of a `reading`, of either kind, as two columns. */
export const PARTICIPANTS = `(SELECT job.owner_id AS one, claim.sitter_id AS other
    FROM job_claims claim JOIN jobs job ON job.id = claim.job_id WHERE claim.id = reading.claim_id
  UNION ALL SELECT conversation.participant_1, conversation.participant_2
    FROM conversations conversation WHERE conversation.id = reading.conversation_id)`;

/** 'First L.' of one of the staff; null once they are gone. */
const nameOf = (id: string) => `(SELECT ${shortNameOf('named.full_name')} FROM users named
  WHERE named.id = ${id} AND named.erased_at IS NULL)`;

/** Two columns: who requested a `reading` and who agreed, as its participants see them. */
export const READERS = `${nameOf('reading.asked_by')} AS asked_by,
    ${nameOf('reading.decided_by')} AS agreed_by`;

/** How a `reading` stands. */
export const STATE = `CASE WHEN reading.decided_at IS NULL THEN 'asked'
  WHEN reading.ends_at IS NULL THEN 'refused' WHEN reading.ends_at > now() THEN 'open' ELSE 'over' END`;

/** Whether staff member `$2` may agree or refuse: neither the one who asked nor a participant. */
export const MAY_DECIDE = `(reading.decided_at IS NULL AND reading.asked_by IS DISTINCT FROM $2::uuid
  AND NOT EXISTS (SELECT FROM ${PARTICIPANTS} side WHERE $2::uuid IN (side.one, side.other)))`;

/**
 * Whether staff member `$2` may read now: one of the two, while access lasts, and no participant.
 */
export const MAY_READ = `(reading.ends_at > now()
  AND $2::uuid IN (reading.asked_by, reading.decided_by)
  AND NOT EXISTS (SELECT FROM ${PARTICIPANTS} side WHERE $2::uuid IN (side.one, side.other)))`;

/** A reading, locked, with the facts for its authorization. */
export type LockedReading = {
  id: string;
  asked_by: string | null;
  decided_at: unknown;
  is_participant: boolean;
};

/**
 * Authorizes another staff member to agree or refuse. Throws NOT_FOUND, READING_OVER,
 * OWN_READING. [S4]
 */
export function authorizeReadingDecision(
  actor: { id: string },
  reading: LockedReading | undefined,
): Authorized<LockedReading, 'decide'> {
  if (!reading || reading.is_participant) throw notFound();
  if (reading.decided_at) throw refusal('READING_OVER');
  if (reading.asked_by === actor.id) throw refusal('OWN_READING');
  return authorize(reading, 'decide');
}
