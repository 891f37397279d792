import { memberBlocks } from '../db/schema/block.ts';
import { createClaim, createJob, createMember } from '../testing/factories.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ query, id, neighbors }) => {
  for (const neighbor of neighbors) {
    await query('INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2), ($2, $1)', [
      id,
      neighbor,
    ]);
  }
};

export type Own = { jobOfBlocked: string };

/** The claimant holds a job of somebody they have blocked. */
export const fillScene: FillScene<Own> = async ({ db }, { claimant }) => {
  // They are busy before, and the newest of each list are people and jobs of the scene.
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const created_at = inDays(-30);
  const owner = await createMember(db, { created_at });
  const posted = await createJob(db, {
    ...{ owner_id: owner.id, created_at },
    ...{ start_date: inDays(8), end_date: inDays(8.1) },
  });
  const { job } = await createClaim(db, { job: posted, sitter_id: claimant.id });
  const block = { blocker_id: claimant.id, blocked_id: owner.id };
  await db.drizzle.insert(memberBlocks).values(block);
  await db.pool.query('UPDATE job_claims SET claimed_at = $2 WHERE job_id = $1', [
    job.id,
    created_at,
  ]);
  await db.pool.query('DELETE FROM change_events WHERE job_id = $1', [job.id]);
  return { jobOfBlocked: job.id };
};

export const fillTables: FillTables = ({ owner, sitter, admin }) => `
  INSERT INTO member_blocks (blocker_id, blocked_id)
    SELECT '${owner}', id FROM users
    WHERE id NOT IN ('${owner}', '${sitter}', '${admin}') ORDER BY id LIMIT 400`;

export const callAll: CallAll = ({ as, people }) => [
  () => as.block.list({ limit: 20 }),
  () => as.block.create({ member_id: people.sitter.id }),
  () => as.block.remove({ member_id: people.sitter.id }),
];
