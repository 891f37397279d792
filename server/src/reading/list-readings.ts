import type { reading } from '@kindpal/contract/reading/contract';
import type { OwnReading, StaffReading } from '@kindpal/contract/reading/schema';
import type { MemberCall } from '../access/call.ts';
import { isPresentFor } from '../block/policy.ts';
import type { Database } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { memberName, memberNameOf } from '../member/member-card.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { MAY_DECIDE, MAY_READ, PARTICIPANTS, READERS, STATE } from './policy.ts';

const FOR_STAFF = `SELECT reading.id, ${STATE} AS state, reading.reason, reading.created_at,
    ${memberNameOf('reading.asked_by')} AS asked_by,
    ${memberNameOf('reading.decided_by')} AS decided_by, reading.ends_at,
    ${MAY_DECIDE} AS may_decide, coalesce(${MAY_READ}, false) AS may_read
  FROM chat_readings reading`;

type StaffRow = Omit<StaffReading, 'can'> & { may_decide: boolean; may_read: boolean };

function present({ may_decide, may_read, ...row }: StaffRow): StaffReading {
  return { ...row, can: { decide: may_decide, read: may_read } };
}

/** A reading, as a staff member sees it. [S4] */
export async function showReading(
  db: Database,
  id: string,
  staffId: string,
): Promise<StaffReading> {
  const [row] = await db.jsonRows<StaffRow>({
    name: 'chat-reading',
    text: `${FOR_STAFF} WHERE reading.id = $1`,
    values: [id, staffId],
  });
  if (!row) throw notFound();
  return present(row);
}

/** The latest reading requested for a report, or null. [S4] */
export async function findReadingOf(
  db: Database,
  reportId: string,
  staffId: string,
): Promise<StaffReading | null> {
  const [row] = await db.jsonRows<StaffRow>({
    name: 'chat-reading-of',
    text: `${FOR_STAFF} WHERE reading.report_id = $1
      ORDER BY reading.created_at DESC, reading.id LIMIT 1`,
    values: [reportId, staffId],
  });
  return row ? present(row) : null;
}

/** The viewer's chats alone; who is gone by then, or no longer shown to them, has no name. */
const OWN = `SELECT reading.id, reading.reason, ${READERS}, reading.decided_at AS allowed_at, reading.ends_at,
    reading.read_at, (SELECT ${memberName('other')} FROM users other WHERE other.id = side.partner
      AND ${isPresentFor('other', '$1::uuid')}) AS partner
  FROM chat_readings reading
  CROSS JOIN LATERAL (
    SELECT CASE $1::uuid WHEN both_sides.one THEN both_sides.other ELSE both_sides.one END AS partner
    FROM ${PARTICIPANTS} both_sides WHERE $1::uuid IN (both_sides.one, both_sides.other)) side`;

/** Chats of the caller that staff were allowed to read, newest first. */
export async function listOwnReadings({ input, context }: MemberCall<typeof reading.listMine>) {
  const rows = await context.services.db.jsonRows<OwnReading>(
    pageStatement({
      name: 'own-chat-readings',
      select: OWN,
      given: [context.actor.id],
      // Readings are rare and chats are not: this is faster for a member with thousands of jobs.
      where: [{ name: '', text: 'reading.ends_at IS NOT NULL' }],
      order: newest('reading.decided_at', 'reading.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  return pageOf(rows, input.limit, ({ allowed_at, id }) => ({ created_at: allowed_at, id }));
}
