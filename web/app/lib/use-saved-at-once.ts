import {
  type DefaultError,
  type MutationOptions,
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useOptimistic, useTransition } from 'react';
import { notifyFailure } from '~/notify/notify-failure.ts';

type Options<Saved, Change, Key extends QueryKey> = {
  /** Reads the saved value. */
  read: UseQueryOptions<Saved, DefaultError, Saved, Key> & { queryKey: QueryKey };
  /** Saves a change, and returns the whole value. */
  save: MutationOptions<Saved, DefaultError, Change>;
  /** The value after a change is saved. */
  apply: (shown: Saved, change: Change) => Saved;
};

/**
 * A value whose changes are saved immediately, one after another. A change shows in the same
 * frame, so that no switch jumps back, and stays on top of the responses to older ones; a failed
 * one shows why and is undone.
 */
export function useSavedAtOnce<Saved, Change, Key extends QueryKey>({
  read,
  save,
  apply,
}: Options<Saved, Change, Key>) {
  const queryClient = useQueryClient();
  const query = useQuery(read);
  const { mutateAsync } = useMutation({ ...save, scope: { id: JSON.stringify(read.queryKey) } });
  const [shown, show] = useOptimistic(
    query.data,
    (now, change: Change) => now && apply(now, change),
  );
  const [isSaving, startSaving] = useTransition();
  const change = (wanted: Change) =>
    startSaving(async () => {
      show(wanted);
      try {
        const saved = await mutateAsync(wanted);
        // A running request would return the old value.
        await queryClient.cancelQueries({ queryKey: read.queryKey });
        queryClient.setQueryData<Saved>(read.queryKey, saved);
      } catch (error) {
        notifyFailure(error);
        await queryClient.invalidateQueries({ queryKey: read.queryKey });
      }
    });
  return { query, shown, change, isSaving };
}
