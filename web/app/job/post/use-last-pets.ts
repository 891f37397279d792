import type { MemberJob } from '@kindpal/contract/job/schema';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';

const JOBS = 20;

/** The pets of the owner's last jobs, newest first; requested only if a saved pet has no weight. */
export function useLastPets(pets: readonly PetProfile[] | undefined): MemberJob['pet_details'][] {
  const { data } = useQuery({
    ...api.job.listMine.queryOptions({ input: { as: 'owner', limit: JOBS } }),
    enabled: pets?.some(({ weight }) => weight === null) ?? false,
  });
  return (data?.items ?? []).flatMap(({ job }) => (job.view === 'member' ? [job.pet_details] : []));
}
