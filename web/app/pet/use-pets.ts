import type { PetProfile } from '@kindpal/contract/pet/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useUser } from '~/account/use-session.ts';
import { api } from '~/lib/api.ts';
import { client } from '~/lib/client.ts';
import type { Pet } from './pet-form.ts';

/** The signed-in member's own pets. [X2] */
export function usePets() {
  const query = useQuery(api.pet.list.queryOptions({ input: {} }));
  return { ...query, pets: query.data?.items };
}

/** Adds, changes and takes away; the profile, of which a pet is a part, looks again. [X2] */
export function useChangePets() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  async function lookAgain<T>(done: Promise<T>): Promise<T> {
    const result = await done;
    void queryClient.invalidateQueries({ queryKey: api.member.get.key({ input: { id } }) });
    await queryClient.invalidateQueries({ queryKey: api.pet.key() });
    return result;
  }
  return {
    add: (pet: Pet, client_id: string) => lookAgain(client.pet.create({ ...pet, client_id })),
    change: (kept: PetProfile, pet: Pet) => lookAgain(client.pet.update({ ...pet, id: kept.id })),
    remove: (kept: PetProfile) => lookAgain(client.pet.remove({ id: kept.id })),
  };
}
