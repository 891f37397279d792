import { randomUUID } from 'node:crypto';
import type { feedback as calls } from '@kindpal/contract/feedback/contract';
import { pageOfUrl } from '@kindpal/contract/feedback/rules';
import { and, eq, exists, isNull, or, sql } from 'drizzle-orm';
import { findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { feedback } from '../db/schema/feedback.ts';
import { jobs } from '../db/schema/job.ts';
import { invalidField, notFound, refusal } from '../transport/refusal.ts';

const AGENT_MAX = 500;

/**
 * Stores a message from anybody. Sender and user agent are set by the server; without an address a
 * visitor cannot want a follow-up. Throws UNAUTHORIZED for a member, named as `user_id`, whose
 * session has ended: as a visitor's, they would never see the answer. Repeating a `client_id`
 * returns the message already stored. [F2] [F3]
 */
export async function sendFeedback({ input, context }: OpenCall<typeof calls.send>) {
  const { services, credential, ip, request } = context;
  const actor = credential && (await findActor(services.db, credential));
  if (input.user_id && !actor) throw refusal('UNAUTHORIZED');
  if (input.user_id && input.user_id !== actor?.id) throw refusal('FORBIDDEN');
  const agent = request.headers['user-agent'];
  if (input.user_agent !== undefined && input.user_agent !== agent) {
    throw invalidField('user_agent', 'Must be the one of the request');
  }
  // A bot that fills in the hidden field gets the normal answer, and nothing is stored.
  if (input.website) return { id: randomUUID() };
  const sender = actor?.id ?? null;
  const earlier = await findSent(services.db.drizzle, sender, input.client_id);
  if (earlier) return earlier;
  await services.limiter.consume('feedback_by_ip', ip);
  if (input.job_id) await requireOwnJob(services.db.drizzle, actor?.id, input.job_id);
  const [stored] = await services.db.drizzle
    .insert(feedback)
    .values({
      user_id: sender,
      client_id: input.client_id ?? null,
      email: actor ? null : input.email || null,
      message: input.message,
      job_id: input.job_id ?? null,
      topic: input.topic ?? null,
      page_url: pageOfUrl(input.page_url),
      user_agent: agent?.slice(0, AGENT_MAX) ?? null,
      wants_follow_up: input.wants_follow_up && (actor !== null || input.email !== ''),
    })
    .onConflictDoNothing({ target: [feedback.client_id, feedback.user_id] })
    .returning({ id: feedback.id });
  const sent = stored ?? (await findSent(services.db.drizzle, sender, input.client_id));
  if (!sent) throw new Error('feedback was not stored');
  return sent;
}

/** The message that this sender, or some visitor, has already sent with this id. */
async function findSent(queries: Queries, sender: string | null, clientId: string | undefined) {
  if (!clientId) return undefined;
  const isTheirs = sender ? eq(feedback.user_id, sender) : isNull(feedback.user_id);
  const [sent] = await queries
    .select({ id: feedback.id })
    .from(feedback)
    .where(and(eq(feedback.client_id, clientId), isTheirs))
    .limit(1);
  return sent;
}

/** Throws NOT_FOUND for a job of others, or one that does not exist. */
async function requireOwnJob(queries: Queries, member: string | undefined, jobId: string) {
  const held = queries
    .select({ one: sql`1` })
    .from(jobClaims)
    .where(and(eq(jobClaims.job_id, jobs.id), eq(jobClaims.sitter_id, member ?? '')));
  const [job] = member
    ? await queries
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.id, jobId), or(eq(jobs.owner_id, member), exists(held))))
    : [];
  if (!job) throw notFound();
}
