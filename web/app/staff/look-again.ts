import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';

/** Looks at the queue and what it counts again; in a hidden tab when it is seen again. */
export function lookAgainAtReports(): void {
  const refetchType = document.hidden ? 'none' : 'active';
  void queryClient.invalidateQueries({ queryKey: api.report.key(), refetchType });
  void queryClient.invalidateQueries({ queryKey: api.moderation.key(), refetchType });
}

/** Looks at members, their decisions and lists again. */
export function lookAgainAtMembers(): void {
  void queryClient.invalidateQueries({ queryKey: api.staff.getMember.key() });
  void queryClient.invalidateQueries({ queryKey: api.staff.listUsers.key() });
  void queryClient.invalidateQueries({ queryKey: api.moderation.listAppeals.key() });
  void queryClient.invalidateQueries({ queryKey: api.report.key() });
}
