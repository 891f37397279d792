import type { job } from '@kindpal/contract/job/contract';
import type { PetCare } from '@kindpal/contract/job/schema';
import type { OpenCall } from '../access/call.ts';
import { notFound, refusal } from '../wire/refusal.ts';
import { seesPetCare } from './policy.ts';
import { findJob } from './queries.ts';

const CARE = `SELECT name, age, weight, medical_conditions, emergency_contact, emergency_phone
  FROM pet_profiles WHERE id = $1`;

/**
 * What ails the pet of a job and whom to ring. Throws FORBIDDEN for whoever is neither its owner nor
 * its sitter of these days, NOT_FOUND when the job names no saved pet.
 */
export async function getPetCare({
  input,
  context,
}: OpenCall<typeof job.getPetCare>): Promise<PetCare> {
  const { db, clock } = context.services;
  const found = await findJob(db, context.credential, input.job_id);
  if (!found) throw notFound();
  const { viewer, ...held } = found;
  if (!viewer) throw refusal('UNAUTHORIZED');
  if (!seesPetCare(viewer, { ...held, now: clock.now() })) throw refusal('FORBIDDEN');
  const { pet_id } = found.job;
  const [care] = pet_id
    ? await db.jsonRows<PetCare>({ name: 'pet-care', text: CARE, values: [pet_id] })
    : [];
  if (!care) throw notFound();
  return care;
}
