import { z } from 'zod';
import { base, earlierVersionErrors, uuidSchema } from '../transport/base.ts';
import { newPetSchema, petEditSchema, petProfileSchema } from './schema.ts';

export const pet = {
  /** The caller's pets, oldest first; another member's are FORBIDDEN. [X2] */
  list: base
    .route({ method: 'GET', path: '/rest/v1/pet_profiles', tags: ['pet_profiles'] })
    .input(z.strictObject({ owner_id: uuidSchema.optional() }))
    .output(z.object({ items: z.array(petProfileSchema) })),

  /**
   * Adds a pet. Repeating a `client_id` returns the pet already stored, as long as its fields are
   * those that are sent; otherwise nothing changes, and EARLIER_VERSION_STORED has the id to
   * update. [X2]
   */
  create: base
    .route({
      method: 'POST',
      path: '/rest/v1/pet_profiles',
      successStatus: 201,
      tags: ['pet_profiles'],
    })
    .errors(earlierVersionErrors)
    .input(newPetSchema.extend({ owner_id: uuidSchema.optional() }))
    .output(petProfileSchema),

  /** Changes one of the caller's pets; omitted fields stay. [X2] */
  update: base
    .route({ method: 'PATCH', path: '/rest/v1/pet_profiles/{id}', tags: ['pet_profiles'] })
    .input(petEditSchema.extend({ id: uuidSchema }))
    .output(petProfileSchema),

  /** Deletes one of the caller's pets, with its photo. */
  remove: base
    .route({ method: 'DELETE', path: '/rest/v1/pet_profiles/{id}', tags: ['pet_profiles'] })
    .input(z.strictObject({ id: uuidSchema }))
    .output(z.object({})),
};
