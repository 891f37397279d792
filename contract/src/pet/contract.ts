import { z } from 'zod';
import { base } from '../transport/base.ts';
import { newPetSchema, petEditSchema, petProfileSchema } from './schema.ts';

export const pet = {
  /** One's own pets, the first first; another member's are FORBIDDEN. [X2] */
  list: base
    .route({ method: 'GET', path: '/rest/v1/pet_profiles', tags: ['pet_profiles'] })
    .input(z.strictObject({ owner_id: z.uuid().optional() }))
    .output(z.object({ items: z.array(petProfileSchema) })),

  /** Adds a pet of one's own; the same `client_id` again answers the pet of the first time. [X2] */
  create: base
    .route({
      method: 'POST',
      path: '/rest/v1/pet_profiles',
      successStatus: 201,
      tags: ['pet_profiles'],
    })
    .input(newPetSchema.extend({ owner_id: z.uuid().optional() }))
    .output(petProfileSchema),

  /** Changes one of one's own pets; what is left out stays. [X2] */
  update: base
    .route({ method: 'PATCH', path: '/rest/v1/pet_profiles/{id}', tags: ['pet_profiles'] })
    .input(petEditSchema.extend({ id: z.uuid() }))
    .output(petProfileSchema),

  /** Takes one of one's own pets away, with its photo. */
  remove: base
    .route({ method: 'DELETE', path: '/rest/v1/pet_profiles/{id}', tags: ['pet_profiles'] })
    .input(z.strictObject({ id: z.uuid() }))
    .output(z.object({})),
};
