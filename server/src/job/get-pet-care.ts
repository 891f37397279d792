import type { job } from '@kindpal/contract/job/contract';
import type { PetCare } from '@kindpal/contract/job/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { noteView } from '../privacy/note-views.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { seesPetCare } from './policy.ts';
import { findJob } from './queries.ts';

/**
 * The health of a job's pet and its emergency contacts. Throws FORBIDDEN for a member who sees
 * the job but is neither its owner nor its current or recent sitter, NOT_FOUND when the job has
 * no saved pet.
 */
export async function getPetCare({
  input,
  context,
}: MemberCall<typeof job.getPetCare>): Promise<PetCare> {
  const { db, clock } = context.services;
  const found = await findJob(db, context.credential, input.job_id);
  if (!found) throw notFound();
  if (!seesPetCare(context.actor, { ...found, now: clock.now() })) throw refusal('FORBIDDEN');
  const { pet_id } = found.job;
  const [care] = pet_id ? await readCare(db.drizzle, pet_id) : [];
  if (!care) throw notFound();
  const view = {
    subject_id: found.job.owner_id,
    viewer_id: context.actor.id,
    job_id: found.job.id,
  };
  await noteView(context.services, { role: 'sitter', kind: 'pet_health' }, view);
  return care;
}

function readCare(queries: Queries, petId: string): Promise<PetCare[]> {
  const { name, age, weight, medical_conditions, emergency_contact, emergency_phone } = petProfiles;
  return queries
    .select({ name, age, weight, medical_conditions, emergency_contact, emergency_phone })
    .from(petProfiles)
    .where(eq(petProfiles.id, petId));
}
