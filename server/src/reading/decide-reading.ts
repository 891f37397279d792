import type { reading } from '@kindpal/contract/reading/contract';
import { READING_HOURS, type StaffReading } from '@kindpal/contract/reading/schema';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { showReading } from './list-readings.ts';
import { authorizeReadingDecision, PARTICIPANTS } from './policy.ts';

const lockedSchema = z.object({
  id: z.string(),
  asked_by: z.string().nullable(),
  decided_at: z.unknown(),
  is_participant: z.boolean(),
});

/**
 * Agrees that a chat is read, or refuses, by another staff member; of two at once the second is
 * refused. If allowed, both participants are notified. Throws NOT_FOUND, READING_OVER,
 * OWN_READING. [S4]
 */
export async function decideReading({
  input,
  context,
}: MemberCall<typeof reading.decide>): Promise<StaffReading> {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    await holdStaff(tx, actor);
    const { rows } = await tx.execute(sql`
      SELECT reading.id, reading.asked_by, reading.decided_at, EXISTS (
        SELECT FROM ${sql.raw(PARTICIPANTS)} side WHERE ${actor.id} IN (side.one, side.other)
      ) AS is_participant
      FROM chat_readings reading WHERE reading.id = ${input.id} FOR UPDATE OF reading`);
    const { id } = authorizeReadingDecision(actor, lockedSchema.optional().parse(rows[0]));
    await tx.execute(sql`UPDATE chat_readings SET decided_by = ${actor.id},
        decided_at = clock_timestamp(), ends_at = CASE WHEN ${input.allow}
          THEN clock_timestamp() + ${READING_HOURS}::int * interval '1 hour' END
      WHERE id = ${id}`);
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'chat_reading_decision',
      target_type: 'chat_reading',
      target_id: id,
      details: { allowed: input.allow },
    });
  });
  services.live.wake();
  return showReading(services.db, input.id, actor.id);
}
