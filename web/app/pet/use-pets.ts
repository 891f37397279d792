import type { PetProfile } from '@kindpal/contract/pet/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useUser } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { earlierVersionOf } from '~/lib/calls/earlier-version.ts';
import type { Pet } from './pet-form.ts';

/** The signed-in member's own pets. [X2] */
export function usePets() {
  const query = useQuery(api.pet.list.queryOptions({ input: {} }));
  return { ...query, pets: query.data?.items };
}

/** Adds, changes and removes pets; the profile, which contains them, is refetched. [X2] */
export function useChangePets() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  const onSuccess = () => {
    void queryClient.invalidateQueries({ queryKey: api.member.get.key({ input: { id } }) });
    return queryClient.invalidateQueries({ queryKey: api.pet.key() });
  };
  const create = useMutation(api.pet.create.mutationOptions({ onSuccess }));
  const update = useMutation(api.pet.update.mutationOptions({ onSuccess }));
  const remove = useMutation(api.pet.remove.mutationOptions({ onSuccess }));
  /** Adds a pet; one that an earlier press added is changed to what is in the form now. */
  async function add(pet: Pet, client_id: string): Promise<PetProfile> {
    try {
      return await create.mutateAsync({ ...pet, client_id });
    } catch (error) {
      const id = earlierVersionOf(error);
      if (id === null) throw error;
      return update.mutateAsync({ ...pet, id });
    }
  }
  return {
    add,
    change: (kept: PetProfile, pet: Pet) => update.mutateAsync({ ...pet, id: kept.id }),
    remove: (kept: PetProfile) => remove.mutateAsync({ id: kept.id }),
  };
}
