import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';

/** Refetches the member's reports, which show the current state. */
const refetchReports = () => void queryClient.invalidateQueries({ queryKey: api.report.key() });

/** Takes a report back, from the list of the member's reports. */
export function useWithdrawReport() {
  return useMutation(
    api.report.withdraw.mutationOptions({
      onSuccess: () => notify.outcome({ title: 'Report withdrawn' }),
      onError: (error) => notifyFailure(error),
      onSettled: refetchReports,
    }),
  );
}
