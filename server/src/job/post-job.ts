import type { job } from '@kindpal/contract/job/contract';
import { JOB_HORIZON_DAYS } from '@kindpal/contract/job/rules';
import { and, desc, eq } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { ownsImage } from '../files/queries.ts';
import { readAvailability } from '../member/availability.ts';
import { ownPet } from '../pet/policy.ts';
import { resolveArea } from '../place/resolve-area.ts';
import { invalidField, refusal } from '../transport/refusal.ts';
import { getJobDetail } from './get-job.ts';

type Call = MemberCall<typeof job.post>;
type Input = Call['input'];

/** A form that took a while to fill in may start its job 'now'. */
const GRACE_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

/** Posts a job as the caller's; the same `client_id` again answers the job of the first time. [J2] */
export async function postJob({ input, context }: Call) {
  const { services, actor } = context;
  if (input.owner_id && input.owner_id !== actor.id) throw refusal('FORBIDDEN');
  const { drizzle } = services.db;
  const id =
    (await findPosted(drizzle, actor.id, input.client_id)) ?? (await insertCounted(input, context));
  return getJobDetail(services, context.credential, id);
}

async function findPosted(queries: Queries, ownerId: string, clientId: string | undefined) {
  if (!clientId) return undefined;
  const [posted] = await queries
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.owner_id, ownerId), eq(jobs.client_id, clientId)));
  return posted?.id;
}

/** Counts the job before its transaction: a counter asks for a connection of its own. */
async function insertCounted(input: Input, { services, actor }: MemberContext): Promise<string> {
  checkTimes(input, services.clock.now());
  await services.limiter.consume('job_by_member', actor.id);
  try {
    // One transaction: the photo that was looked at stays until the job refers to it.
    return await services.db.drizzle.transaction((tx) => insertJob(tx, input, actor));
  } catch (error) {
    await services.limiter.giveBack('job_by_member', actor.id);
    throw error;
  }
}

async function insertJob(queries: Queries, input: Input, actor: Actor): Promise<string> {
  await holdMember(queries, actor);
  const { pet_details: pet } = input;
  if (pet.image_url && !(await ownsImage(queries, actor.id, pet.image_url))) {
    throw invalidField('pet_details.image_url', 'Please upload this photo again');
  }
  await checkPet(queries, actor.id, input.pet_id);
  const area = await resolveArea(queries, { ...input, address: input.address ?? undefined });
  const [posted] = await queries
    .insert(jobs)
    .values({
      owner_id: actor.id,
      ...(input.client_id ? { client_id: input.client_id } : {}),
      title: input.title,
      description: input.description,
      ...area,
      address: area.address || null,
      job_type: input.job_type,
      start_date: new Date(input.start_date),
      end_date: new Date(input.end_date),
      time_zone: input.time_zone ?? (await findTimeZone(queries, actor.id)),
      total_amount: input.total_amount,
      hourly_rate: input.hourly_rate,
      special_instructions: input.special_instructions || null,
      pet_name: pet.name,
      pet_breed: pet.breed || null,
      pet_size: pet.size,
      pet_image_url: pet.image_url,
      pet_id: input.pet_id,
    })
    .onConflictDoNothing({ target: [jobs.owner_id, jobs.client_id] })
    .returning({ id: jobs.id });
  // A twin of this request was faster: its job is the answer to both.
  const id = posted?.id ?? (await findPosted(queries, actor.id, input.client_id));
  if (!id) throw new Error('a posted job vanished');
  return id;
}

/** The wall clock of a member who names none: of their availability, else of their last job. */
async function findTimeZone(queries: Queries, ownerId: string): Promise<string> {
  const [member] = await queries
    .select({ kept: users.availability_data })
    .from(users)
    .where(eq(users.id, ownerId));
  const zone = readAvailability(member?.kept, new Date())?.timeZone;
  if (zone) return zone;
  const [last] = await queries
    .select({ zone: jobs.time_zone })
    .from(jobs)
    .where(eq(jobs.owner_id, ownerId))
    .orderBy(desc(jobs.created_at))
    .limit(1);
  return last?.zone ?? 'UTC';
}

async function checkPet(queries: Queries, ownerId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const [own] = await queries
    .select({ id: petProfiles.id })
    .from(petProfiles)
    .where(ownPet(ownerId, id));
  if (!own) throw invalidField('pet_id', 'This pet is no longer there');
}

function checkTimes(input: Input, now: Date): void {
  const start = Date.parse(input.start_date);
  if (start < now.getTime() - GRACE_MS) throw refusal('JOB_IN_THE_PAST');
  if (Date.parse(input.end_date) > now.getTime() + JOB_HORIZON_DAYS * DAY_MS) {
    throw refusal('JOB_TOO_FAR_AHEAD');
  }
}
