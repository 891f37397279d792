import { member } from '../access/guards.ts';
import { createPet } from './create-pet.ts';
import { listPets } from './queries.ts';
import { removePet } from './remove-pet.ts';
import { updatePet } from './update-pet.ts';

/** Every call is for the pet's owner only. */
export const petRouter = {
  list: member.pet.list.handler(listPets),
  create: member.pet.create.handler(createPet),
  update: member.pet.update.handler(updatePet),
  remove: member.pet.remove.handler(removePet),
};
