import { createHash, randomUUID } from 'node:crypto';
import type { job } from '@kindpal/contract/job/contract';
import { JOB_HORIZON_DAYS } from '@kindpal/contract/job/rules';
import { knownTimeZone } from '@kindpal/contract/time/zone';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { isCheckViolation, type Queries } from '../db/client.ts';
import { jobs } from '../db/schema/job.ts';
import { requireHonestPet } from '../member/profile/honest-name.ts';
import { findTimeZone } from '../notification/queries.ts';
import { settleOffers } from '../offer/settle-offers.ts';
import { resolveArea } from '../place/resolve-area.ts';
import type { Services } from '../services.ts';
import { invalidField, refusal } from '../transport/refusal.ts';
import { getJobDetail } from './get-job.ts';
import { type InsertedJob, insertJob, type NewJob } from './insert-job.ts';

type Call = MemberCall<typeof job.post>;
type Input = Call['input'];

/** A job may start this much in the past: filling in the form took a while. */
const GRACE_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

/**
 * Posts a job for the caller; repeating a `client_id` returns the job already posted. Throws
 * EARLIER_VERSION_STORED if that one was sent with other content. [J2]
 */
export async function postJob({ input, context }: Call) {
  const { services, actor } = context;
  if (input.owner_id && input.owner_id !== actor.id) throw refusal('FORBIDDEN');
  const id = await insertCounted(input, context).catch(async (refused: unknown) => {
    // A job posted earlier is returned, even if it would be refused now.
    const posted = await findPosted(services.db.drizzle, actor.id, input.client_id);
    if (!posted) throw refused;
    // A job of an earlier release has no hash.
    if (posted.sent_hash && !posted.sent_hash.equals(hashOf(input))) {
      throw refusal('EARLIER_VERSION_STORED', { id: posted.id });
    }
    return posted.id;
  });
  return getJobDetail(services, context.credential, id);
}

async function findPosted(queries: Queries, ownerId: string, clientId: string | undefined) {
  if (!clientId) return undefined;
  const [posted] = await queries
    .select({ id: jobs.id, sent_hash: jobs.sent_hash })
    .from(jobs)
    .where(and(eq(jobs.owner_id, ownerId), eq(jobs.client_id, clientId)));
  return posted;
}

/** A hash of what a form sends; parsing has put its fields in the order of the contract. */
function hashOf(input: Input): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest();
}

async function insertCounted(input: Input, { services, actor }: MemberContext): Promise<string> {
  checkTimes(input, services.clock.now());
  requireHonestPet(input.pet_details, { prefix: 'pet_details.' });
  await services.limiter.consume('job_by_member', actor.id);
  try {
    const inserted = await insertJob(services.db, actor.id, await describe(services, actor, input));
    refuseMissing(inserted);
    // Live streams need not wait for this response.
    services.live.wake();
    if (input.ask_first && inserted.id) await settleOffers(services, inserted.id);
    if (!inserted.id) throw new Error('a job with this client_id already exists');
    return inserted.id;
  } catch (error) {
    await services.limiter.giveBack('job_by_member', actor.id);
    if (isCheckViolation(error, 'jobs_email_confirmed')) throw refusal('EMAIL_NOT_CONFIRMED');
    throw error;
  }
}

/** The row for a form; an area as text is looked up here, one by id during the insert. */
async function describe(services: Services, actor: Actor, input: Input): Promise<NewJob> {
  const { drizzle } = services.db;
  const { pet_details: pet, place_id, address } = input;
  const area = place_id
    ? { place_id, address }
    : await resolveArea(drizzle, { ...input, address: address ?? undefined });
  return {
    client_id: input.client_id ?? randomUUID(),
    sent_hash: `\\x${hashOf(input).toString('hex')}`,
    title: input.title,
    description: input.description,
    place_id: area.place_id ?? null,
    address: area.address || null,
    job_type: input.job_type,
    start_date: new Date(input.start_date).toISOString(),
    end_date: new Date(input.end_date).toISOString(),
    time_zone: input.time_zone ?? knownTimeZone(await findTimeZone(drizzle, actor.id)) ?? 'UTC',
    total_amount: input.total_amount,
    hourly_rate: input.hourly_rate,
    special_instructions: input.special_instructions || null,
    pet_name: pet.name,
    pet_breed: pet.breed || null,
    pet_size: pet.size,
    pet_image_url: pet.image_url,
    pet_id: input.pet_id,
    requires_met_before: input.requirements.met_before,
    requires_verified: input.requirements.verified,
    requires_reviews: input.requirements.min_reviews,
    favorites_first_hours: input.requirements.favorites_first_hours,
    asked: input.ask_first?.sitter_ids ?? [],
    ask_hours: input.ask_first?.hours ?? 0,
  };
}

/**
 * Throws UNAUTHORIZED for a member who was suspended meanwhile, else INVALID_INPUT with what is
 * missing.
 */
function refuseMissing({ has_owner, has_image, has_pet, has_place, has_asked }: InsertedJob): void {
  if (!has_owner) throw refusal('UNAUTHORIZED');
  if (!has_image) {
    throw invalidField('pet_details.image_url', 'Please upload this photo again');
  }
  if (!has_pet) throw invalidField('pet_id', 'This pet is no longer there');
  if (!has_place) throw invalidField('place_id', 'Please pick your area from the list');
  if (!has_asked) throw invalidField('ask_first.sitter_ids', 'One of these sitters can’t be asked');
}

function checkTimes(input: Input, now: Date): void {
  const start = Date.parse(input.start_date);
  if (start < now.getTime() - GRACE_MS) throw refusal('JOB_IN_THE_PAST');
  if (Date.parse(input.end_date) > now.getTime() + JOB_HORIZON_DAYS * DAY_MS) {
    throw refusal('JOB_TOO_FAR_AHEAD');
  }
}
