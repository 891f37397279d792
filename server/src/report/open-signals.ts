import { SIGNAL_COUNT, SIGNAL_DAYS, SIGNALS, type Signal } from '@kindpal/contract/report/schema';
import { sql } from 'drizzle-orm';
import { hasLink } from '../db/schema/member.ts';
import type { Services } from '../services.ts';

/*
 * Some signals bring a member to staff without a report: several members blocked them, they
 * canceled several jobs late, their bio has links. Each is a case in the report queue, without a
 * reporter. A case is based on facts: the blockers, the claims, the current bio. No fact is in two
 * cases, so that a decided case is not reopened by what staff already knew.
 */

/** The most cases opened per run; the next run follows some minutes later. */
const AT_ONCE = 200;
const SIGNALS_SINCE = `now() - interval '${SIGNAL_DAYS} days'`;

/** Whether no case of this signal includes `fact` about `member`. */
const isNew = (
  signal: Signal,
  member: string,
  fact: string,
) => `NOT EXISTS (SELECT FROM reports known
  WHERE known.member_id = ${member} AND known.signal = '${signal}' AND ${fact} = ANY (known.facts))`;

const columns = (signal: Signal) => `'${signal}' AS signal, '${SIGNALS[signal].reason}' AS reason`;

const BLOCKS = `SELECT block.blocked_id AS member_id, ${columns('blocks')},
    array_agg(block.blocker_id ORDER BY block.blocker_id) AS facts,
    jsonb_build_object('counted', count(*)) AS snapshot
  FROM member_blocks block
  WHERE block.created_at > ${SIGNALS_SINCE} AND ${isNew('blocks', 'block.blocked_id', 'block.blocker_id')}
  GROUP BY block.blocked_id HAVING count(*) >= ${SIGNAL_COUNT}`;

/** Late means late enough for a review; titles of jobs belong to others and are not copied. */
const CANCELLATIONS = `SELECT claim.ended_by, ${columns('cancellations')},
    array_agg(claim.id ORDER BY claim.id), jsonb_build_object('counted', count(*),
      'cancellations', jsonb_agg(jsonb_build_object('job_id', claim.job_id,
        'ended_at', claim.ended_at, 'start_date', claim.start_date) ORDER BY claim.ended_at))
  FROM job_claims claim
  WHERE claim.ended_at > ${SIGNALS_SINCE} AND claim.ended_by IS NOT NULL
    AND claim.end_reason IN ('released', 'cancelled') AND review_occasion(claim) = 'canceled_late'
    AND ${isNew('cancellations', 'claim.ended_by', 'claim.id')}
  GROUP BY claim.ended_by HAVING count(*) >= ${SIGNAL_COUNT}`;

const LINKS = `SELECT member.id, ${columns('links')}, ARRAY[md5(member.bio)::uuid],
    jsonb_build_object('title', member.full_name, 'text', member.bio)
  FROM users member
  WHERE ${hasLink('member.bio')} AND ${isNew('links', 'member.id', 'md5(member.bio)::uuid')}`;

/** Suspended members can't act already; signals about them are checked when they return. */
const OPEN = `INSERT INTO reports (member_id, subject_type, subject_id, reason, signal, facts, snapshot)
  SELECT found.member_id, 'profile', found.member_id, found.reason, found.signal, found.facts,
    found.snapshot
  FROM (${BLOCKS} UNION ALL ${CANCELLATIONS} UNION ALL ${LINKS}) found
  JOIN users about ON about.id = found.member_id AND about.suspended_at IS NULL
  WHERE NOT EXISTS (SELECT FROM reports waiting WHERE waiting.member_id = found.member_id
    AND waiting.signal = found.signal AND waiting.decided_at IS NULL)
  ORDER BY found.member_id LIMIT ${AT_ONCE}
  ON CONFLICT DO NOTHING`;

/** The lock that lets one node at a time check for signals. */
const LOOKING = 'open-signals';

/**
 * Opens a case for each new signal; under the lock, another node's recent decisions are visible.
 * [S4]
 */
export async function openSignals({ db, live }: Pick<Services, 'db' | 'live'>): Promise<void> {
  const { rowCount } = await db.drizzle.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${LOOKING}))`);
    return tx.execute(sql.raw(OPEN));
  });
  if ((rowCount ?? 0) > 0) live.wake();
}
