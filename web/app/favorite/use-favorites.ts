import type { Favorite } from '@kindpal/contract/favorite/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useViewer } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';

export const favoritesQuery = () => api.favorite.list.queryOptions();

/** The viewer's favorites, loaded once for all hearts on a page; a visitor has none. [R8] */
export function useFavorites() {
  const viewer = useViewer();
  return useQuery({ ...favoritesQuery(), enabled: viewer !== null });
}

/** The fields of a favorite, without the time. */
export type Marked = Omit<Favorite, 'created_at'>;

/** Adds or removes a favorite; the heart changes at once, and back if the call fails. [R8] */
export function useMarkFavorite(member: Marked) {
  const { data } = useFavorites();
  const isFavorite = data?.items.some(({ id }) => id === member.id) ?? false;
  const done = { onError, onSettled };
  const mark = useMutation(api.favorite.create.mutationOptions(done));
  const unmark = useMutation(api.favorite.remove.mutationOptions(done));

  function show(items: (before: Favorite[]) => Favorite[]) {
    queryClient.setQueryData(
      favoritesQuery().queryKey,
      (before) => before && { items: items(before.items) },
    );
  }
  function onError(error: Error) {
    notifyFailure(error);
  }
  async function onSettled() {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: favoritesQuery().queryKey }),
      queryClient.invalidateQueries({ queryKey: api.member.list.key(), refetchType: 'none' }),
    ]);
  }
  return {
    isFavorite,
    isReady: data !== undefined,
    toggle() {
      if (mark.isPending || unmark.isPending) return;
      if (isFavorite) {
        show((before) => before.filter(({ id }) => id !== member.id));
        unmark.mutate({ member_id: member.id });
        return;
      }
      const { id, full_name, profile_image_url, is_verified, role, location } = member;
      const card = { id, full_name, profile_image_url, is_verified, role, location };
      const now = new Date().toISOString();
      show((before) => [{ ...card, created_at: now }, ...before]);
      mark.mutate({ member_id: id });
    },
  };
}
