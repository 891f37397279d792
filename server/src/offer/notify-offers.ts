import type { Database } from '../db/client.ts';
import { MAX_ATTEMPTS } from '../tasks/task-queue.ts';
import { IN_TURN, IS_UNRESERVED, keyOfTurn } from './policy.ts';

const OPEN_DUE = `WITH due AS (
    SELECT job.id FROM jobs job WHERE job.status = 'open' AND job.reserved_until IS NOT NULL
      AND ($1::uuid IS NULL OR job.id = $1) AND ${IS_UNRESERVED} FOR NO KEY UPDATE OF job SKIP LOCKED),
  opened AS (
    UPDATE jobs job SET reserved_until = NULL FROM due WHERE job.id = due.id RETURNING job.id),
  announced AS (
    SELECT graphile_worker.add_job('announce_job', json_build_object('id', id),
      max_attempts => ${MAX_ATTEMPTS}) FROM opened)
  SELECT count(announced)::int AS opened FROM announced`;

const INSERT_NOTIFICATIONS = `INSERT INTO notifications
    (member_id, type, event_key, subject_id, job_id, actor_id, job_title, created_at)
  SELECT turn.sitter_id, CASE turn.kind WHEN 'asked' THEN 'jobs.asked' ELSE 'jobs.your_turn' END,
    ${keyOfTurn('turn')}, job.id, job.id, job.owner_id,
    job.title, $2::timestamptz
  FROM jobs job JOIN users owner ON owner.id = job.owner_id AND owner.suspended_at IS NULL
    CROSS JOIN LATERAL (${IN_TURN}) turn
  WHERE job.status = 'open' AND job.reserved_until IS NOT NULL AND ($1::uuid IS NULL OR job.id = $1)
  ON CONFLICT (member_id, type, event_key) DO NOTHING`;

/**
 * Notifies everybody of jobs that are now open to all, or of one job, and the sitters whose turn
 * it is. Who may claim does not depend on this: it may run late, again, or on several nodes.
 */
export async function notifyOffers(db: Database, now: Date, jobId: string | null = null) {
  await db.prepared('offers-open', OPEN_DUE, [jobId]);
  await db.prepared('offers-tell', INSERT_NOTIFICATIONS, [jobId, now]);
}
