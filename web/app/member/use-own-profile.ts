import type { OwnProfile, ProfileEditInput } from '@kindpal/contract/member/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reloadUser } from '~/account/session/session-store.ts';
import { useUser } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';

export const profileQuery = (id: string) => api.member.get.queryOptions({ input: { id } });

/** The signed-in member's full profile. */
export function useOwnProfile() {
  const { id } = useUser();
  const query = useQuery(profileQuery(id));
  const profile = query.data?.view === 'self' ? query.data : undefined;
  return { ...query, profile };
}

/** Saves changes and returns the updated profile; a new name also updates the session. [R3] */
export function useUpdateProfile(id: string): (edit: ProfileEditInput) => Promise<OwnProfile> {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(api.member.update.mutationOptions());
  return async (edit) => {
    const saved = await mutateAsync({ ...edit, id });
    if (saved.view !== 'self') throw new Error('The server answered with another member');
    queryClient.setQueryData(api.member.get.queryKey({ input: { id } }), saved);
    void reloadUser().catch(() => {});
    return saved;
  };
}
