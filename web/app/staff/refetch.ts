import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';

/** Refetches the queue and its counts; in a hidden tab only when it becomes visible. */
export function refetchReports(): void {
  const refetchType = document.hidden ? 'none' : 'active';
  void queryClient.invalidateQueries({ queryKey: api.report.key(), refetchType });
  void queryClient.invalidateQueries({ queryKey: api.moderation.key(), refetchType });
}

/** Refetches members, their decisions and lists. */
export function refetchMembers(): void {
  void queryClient.invalidateQueries({ queryKey: api.staff.getMember.key() });
  void queryClient.invalidateQueries({ queryKey: api.staff.listUsers.key() });
  void queryClient.invalidateQueries({ queryKey: api.moderation.listAppeals.key() });
  void queryClient.invalidateQueries({ queryKey: api.report.key() });
}
