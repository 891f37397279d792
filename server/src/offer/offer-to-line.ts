import { SHORT_TURN_HOURS, SHORT_TURN_MINUTES, TURN_MINUTES } from '@kindpal/contract/offer/schema';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries } from '../db/client.ts';
import { MAY_BE_OFFERED } from './policy.ts';

const reservedSchema = z.strictObject({ until: z.coerce.date().nullable() });

/**
 * When a job opens again: gives each waiting sitter a turn, one after the other by the database
 * clock; the job must be locked. Neither the last holder nor `by`, the member who opens it, is
 * included; a turn cut short by the claim counts again. Ends all other offers. Returns when the
 * last turn ends, or null when nobody waits. [J5]
 */
export async function offerToLine(
  tx: Queries,
  job: { id: string },
  by: string | null,
): Promise<Date | null> {
  const { rows } = await tx.execute(sql`WITH latest AS (
      SELECT sitter_id, claimed_at FROM job_claims WHERE job_id = ${job.id}
      ORDER BY claimed_at DESC LIMIT 1),
    line AS (
      SELECT offer.sitter_id, row_number() OVER (ORDER BY offer.created_at, offer.sitter_id) AS place
      FROM job_offers offer JOIN users asked ON asked.id = offer.sitter_id
        JOIN jobs job ON job.id = offer.job_id
      WHERE offer.job_id = ${job.id} AND offer.kind = 'standby'
        AND (offer.until_at IS NULL OR offer.until_at > (SELECT claimed_at FROM latest))
        AND offer.sitter_id IS DISTINCT FROM (SELECT sitter_id FROM latest)
        AND offer.sitter_id IS DISTINCT FROM ${by}::uuid
        AND ${sql.raw(MAY_BE_OFFERED)}),
    turn AS (
      SELECT CASE WHEN start_date - now() < ${SHORT_TURN_HOURS}::int * interval '1 hour'
        THEN ${SHORT_TURN_MINUTES}::int ELSE ${TURN_MINUTES}::int END AS minutes
      FROM jobs WHERE id = ${job.id}),
    turned AS (
      UPDATE job_offers offer SET until_at = now() + line.place * turn.minutes * interval '1 minute'
      FROM line, turn WHERE offer.job_id = ${job.id} AND offer.sitter_id = line.sitter_id
      RETURNING offer.until_at),
    ended AS (
      UPDATE job_offers offer SET until_at = now()
      WHERE offer.job_id = ${job.id} AND (offer.until_at > now() OR offer.sitter_id = ${by}::uuid)
        AND NOT EXISTS (SELECT FROM line WHERE line.sitter_id = offer.sitter_id))
    SELECT max(until_at) AS until FROM turned`);
  return reservedSchema.parse(rows[0]).until;
}
