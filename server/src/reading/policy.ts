import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Staff read only what was copied with a report, unless two of them agree to read more. The staff
 * member who handles a report of a message or a conversation asks, with a reason; another one
 * agrees or refuses; then these two can read that one chat for 24 hours by the database clock.
 * Neither may be a participant. If it is allowed, both participants are notified at once, with the
 * reason, and each view is recorded for them and logged. They do not learn which staff members
 * asked and agreed, as with decisions.
 */

/** The participants of the chat of a `reading`, of either kind, as two columns. */
export const PARTICIPANTS = `(SELECT job.owner_id AS one, claim.sitter_id AS other
    FROM job_claims claim JOIN jobs job ON job.id = claim.job_id WHERE claim.id = reading.claim_id
  UNION ALL SELECT talk.participant_1, talk.participant_2
    FROM conversations talk WHERE talk.id = reading.conversation_id)`;

/** The state of a `reading`. */
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
