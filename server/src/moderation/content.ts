import type { ReportSubject } from '@kindpal/contract/report/subject';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { messages } from '../db/schema/chat.ts';
import { conversationMessages } from '../db/schema/conversation.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';
import { lockJob } from '../job/lock-job.ts';
import { applyMove } from '../job/move-job.ts';
import { authorizeJob, relationOfStaff } from '../job/policy.ts';
import { lockReview } from '../review/queries.ts';
import type { Services } from '../services.ts';
import { mailParticipants } from '../staff/jobs/take-down-job.ts';
import { refusal } from '../transport/refusal.ts';
import { listHeldJobs } from './release-held-jobs.ts';

/** Replaces a removed message. */
export const REMOVED_MESSAGE = 'This message was removed by our team.';

export type Content = { type: ReportSubject; id: string; member_id: string };
type Doing = { by: string; reason: string; now: Date; services: Services };

/**
 * Locks reported content, and the jobs that the suspension of its member releases: a deletion
 * locks these before the reports about them, and deciding in another order could deadlock with it.
 * A picture is a job's or a member's.
 */
export async function lockContent(
  tx: Queries,
  { type, id, member_id }: Content,
  isSuspended: boolean,
): Promise<void> {
  const held = isSuspended ? await listHeldJobs(tx, member_id) : [];
  const jobIds = held.map((job) => job.id);
  if (type === 'job' || type === 'picture') jobIds.push(id);
  for (const jobId of jobIds.sort()) await lockJob(tx, jobId);
  if (type === 'review') await lockReview(tx, id);
}

/**
 * Removes the reported content and returns what is needed to restore it. Throws CONTENT_GONE when
 * it no longer exists, or for a job that is over. [S4]
 */
export async function takeAway(tx: Queries, content: Content, doing: Doing): Promise<string> {
  const { type, id, member_id } = content;
  if (type === 'message') return removeMessage(tx, id);
  if (type === 'profile') return clearOfMember(tx, member_id, 'bio');
  if (type === 'job') return takeDown(tx, id, doing);
  if (type !== 'picture') throw refusal('CONTENT_GONE');
  return id === member_id ? clearOfMember(tx, id, 'profile_image_url') : clearPetPicture(tx, id);
}

/** Restores what a decision removed, unless something else has replaced it. [S4] */
export async function putBack(tx: Queries, content: Content, kept: string): Promise<void> {
  const { type, id, member_id } = content;
  if (type === 'message') return restoreMessage(tx, id, kept);
  if (type === 'profile') return restoreOfMember(tx, member_id, 'bio', kept);
  // Only its owner may post it again: a canceled job does not simply reopen.
  if (type === 'job') {
    await tx.update(jobs).set({ cancel_code: 'by_owner' }).where(eq(jobs.id, id));
    return;
  }
  if (id === member_id) return restoreOfMember(tx, id, 'profile_image_url', kept);
  await tx
    .update(jobs)
    .set({ pet_image_url: kept })
    .where(and(eq(jobs.id, id), isNull(jobs.pet_image_url)));
}

const THREADS = [messages, conversationMessages] as const;

async function removeMessage(tx: Queries, id: string): Promise<string> {
  for (const table of THREADS) {
    const [row] = await tx
      .select({ content: table.content })
      .from(table)
      .where(eq(table.id, id))
      .for('update');
    if (!row || row.content === REMOVED_MESSAGE) continue;
    await tx.update(table).set({ content: REMOVED_MESSAGE }).where(eq(table.id, id));
    return row.content;
  }
  throw refusal('CONTENT_GONE');
}

async function restoreMessage(tx: Queries, id: string, kept: string): Promise<void> {
  for (const table of THREADS)
    await tx.update(table).set({ content: kept }).where(eq(table.id, id));
}

type Part = 'bio' | 'profile_image_url';

async function clearOfMember(tx: Queries, id: string, part: Part): Promise<string> {
  const [row] = await tx.select({ kept: users[part] }).from(users).where(eq(users.id, id));
  if (!row?.kept) throw refusal('CONTENT_GONE');
  await tx
    .update(users)
    .set({ [part]: null })
    .where(eq(users.id, id));
  return row.kept;
}

async function restoreOfMember(tx: Queries, id: string, part: Part, kept: string): Promise<void> {
  await tx
    .update(users)
    .set({ [part]: kept })
    .where(and(eq(users.id, id), isNull(users[part])));
}

async function clearPetPicture(tx: Queries, id: string): Promise<string> {
  const [row] = await tx
    .select({ kept: jobs.pet_image_url })
    .from(jobs)
    .where(eq(jobs.id, id))
    .for('no key update');
  if (!row?.kept) throw refusal('CONTENT_GONE');
  await tx.update(jobs).set({ pet_image_url: sql`null` }).where(eq(jobs.id, id));
  return row.kept;
}

async function takeDown(
  tx: Queries,
  id: string,
  { by, reason, now, services }: Doing,
): Promise<string> {
  const job = await lockJob(tx, id);
  const isOver = job?.status === 'completed' || job?.status === 'cancelled';
  if (!job || isOver) throw refusal('CONTENT_GONE');
  const relation = relationOfStaff({ id: by }, job, job.claim);
  const allowed = authorizeJob('take_down', job, { relation, now });
  await applyMove(tx, allowed, { action: 'take_down', by, reason, now });
  await mailParticipants(tx, services, { job, reason, canAppeal: true });
  return job.status;
}
