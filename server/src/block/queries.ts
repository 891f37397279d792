import type { BlockedMember, LiveJob } from '@kindpal/contract/block/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockMembers } from '../access/hold-member.ts';
import type { Database, Queries } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { type Key, keyValues } from '../transport/cursor.ts';
import { areBlocked, type Blockable, isHiddenFrom } from './policy.ts';

const blockableSchema: z.ZodType<Blockable> = z.strictObject({
  id: z.string(),
  is_known: z.boolean(),
  is_blocked: z.boolean(),
  blocks: z.int(),
});

/**
 * Both members, locked so that a claim between them comes before or after the block, with the
 * facts for its authorization.
 */
export async function lockBlockable(
  tx: Queries,
  actorId: string,
  memberId: string,
): Promise<Blockable | undefined> {
  await lockMembers(tx, [actorId, memberId]);
  const { rows } = await tx.execute(sql`SELECT member.id,
      member.suspended_at IS NULL AND NOT ${sql.raw(areBlocked('member.id', 'actor.id'))}
        OR EXISTS (SELECT FROM conversations
          WHERE participant_1 = least(member.id, actor.id)
            AND participant_2 = greatest(member.id, actor.id))
        OR EXISTS (SELECT FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
          WHERE (claim.sitter_id = actor.id AND job.owner_id = member.id)
            OR (claim.sitter_id = member.id AND job.owner_id = actor.id)) AS is_known,
      EXISTS (SELECT FROM member_blocks
        WHERE blocker_id = actor.id AND blocked_id = member.id) AS is_blocked,
      (SELECT count(*)::int FROM member_blocks WHERE blocker_id = actor.id) AS blocks
    FROM users member JOIN users actor ON actor.id = ${actorId} WHERE member.id = ${memberId}`);
  return blockableSchema.optional().parse(rows[0]);
}

/** Whether a block hides a member from the viewer; also for an unknown id. */
export async function isMemberHidden(
  db: Database,
  { member, viewer }: { member: string; viewer: string },
): Promise<boolean> {
  const [row] = await db.shortRead<{ hidden: boolean }>({
    name: 'member-hidden',
    text: `SELECT ${isHiddenFrom('$1::uuid', '$2::uuid')} AS hidden`,
    values: [member, viewer],
  });
  return row?.hidden ?? false;
}

/** A page of a member's blocks, newest first. */
export function listBlocked(
  db: Database,
  page: { blockerId: string; after: Key | null; limit: number },
): Promise<BlockedMember[]> {
  return db.jsonRows<BlockedMember>(
    pageStatement({
      name: 'member-blocks',
      select: `SELECT member.id, member.full_name, member.profile_image_url, member.is_verified,
          block.created_at
        FROM member_blocks block JOIN users member ON member.id = block.blocked_id`,
      where: [{ name: '', text: 'block.blocker_id = ?', value: page.blockerId }],
      order: newest('block.created_at', 'block.blocked_id'),
      after: keyValues(page.after),
      limit: page.limit,
    }),
  );
}

const LIVE_JOBS = `SELECT job.id, job.title,
    (SELECT request.created_at FROM feedback request WHERE request.user_id = $1
      AND request.job_id = job.id AND request.topic = 'end_job'
      AND request.status IN ('open', 'in_progress')) AS asked_at,
    job.status IN ('claimed', 'in_progress') AS may_ask
  FROM member_blocks block
  JOIN LATERAL (SELECT job_id FROM job_claims WHERE sitter_id = $1 AND ended_at IS NULL
      AND job_id IN (SELECT id FROM jobs WHERE owner_id = block.blocked_id)
    UNION ALL SELECT job_id FROM job_claims WHERE sitter_id = block.blocked_id AND ended_at IS NULL
      AND job_id IN (SELECT id FROM jobs WHERE owner_id = $1)) shared ON true
  JOIN jobs job ON job.id = shared.job_id
  WHERE block.blocker_id = $1 AND ($2::uuid IS NULL OR block.blocked_id = $2)
    AND ($3::uuid IS NULL OR job.id = $3)
  ORDER BY job.start_date, job.id LIMIT 20`;

type LiveJobsOf = { blockerId: string; blockedId?: string | null; jobId?: string | null };

/**
 * Jobs in progress between a member and those they have blocked, soonest first; or only those with
 * one of them, or one job.
 */
export async function listLiveJobs(
  db: Database,
  { blockerId, blockedId = null, jobId = null }: LiveJobsOf,
): Promise<LiveJob[]> {
  const jobs = await db.jsonRows<Omit<LiveJob, 'can'> & { may_ask: boolean }>({
    name: 'block-live-jobs',
    text: LIVE_JOBS,
    values: [blockerId, blockedId, jobId],
  });
  return jobs.map(({ may_ask, ...job }) => ({
    ...job,
    can: { ask_to_end: may_ask && job.asked_at === null },
  }));
}
