import type { PetProfile } from '@kindpal/contract/pet/schema';
import { areaValuesOf } from '~/place/area-values.ts';
import type { MemberJobDetail } from '../job-summary.ts';
import { EMPTY_JOB_FORM, type JobFormValues } from '../post/job-form.ts';
import { keepJobFormDraft, readJobFormDraft } from '../post/job-form-draft.ts';
import { knownPetId } from '../post/saved-pet.ts';

/**
 * A form for a new job like this one, without its times, for the same saved pet if it is still one
 * of `pets`; never for one with the same name, whose health the sitter would read. [J2]
 */
export function formFromJob(job: MemberJobDetail, pets: readonly PetProfile[]): JobFormValues {
  const { pet_details: pet } = job;
  return {
    ...EMPTY_JOB_FORM,
    ...areaValuesOf({ location: job.location, place_id: null, address: job.address }),
    title: job.title,
    description: job.description,
    job_type: job.job_type,
    total_amount: `${job.total_amount}`,
    hourly_rate: job.hourly_rate === null ? '' : `${job.hourly_rate}`,
    special_instructions: job.special_instructions ?? '',
    pet_id: knownPetId(job.pet_id, pets) ?? '',
    pet_name: pet.name,
    breed: pet.breed ?? '',
    size: pet.size === 'Unknown' ? '' : pet.size,
    image_url: pet.image_url ?? '',
  };
}

type LastTime = { job: MemberJobDetail; pets: readonly PetProfile[] };

/**
 * Fills the post form from a job, unless it contains an unfinished draft; returns whether it did.
 * [J2]
 */
export function fillPostForm(storage: Storage, me: string, { job, pets }: LastTime): boolean {
  const { values } = readJobFormDraft(storage, me);
  const isEmpty = JSON.stringify(values) === JSON.stringify(EMPTY_JOB_FORM);
  if (!isEmpty) return false;
  keepJobFormDraft(storage, me, { client_id: crypto.randomUUID(), values: formFromJob(job, pets) });
  return true;
}
