import type { AlertKind } from '@kindpal/contract/staff/figures';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { CountCard } from './count-card.tsx';

const WORDS: Record<AlertKind, string> = {
  overdue_feedback: 'Overdue feedback',
  failed_mails: 'Emails not sent',
  failed_tasks: 'Failed tasks',
};

/** Alerts derived from the figures: open tasks, and problems of the system. [S2] */
export function Alerts() {
  const isSuperAdmin = satisfiesRole(useUser().app_role, 'super_admin');
  const { data, isError } = useQuery(api.staff.getStats.queryOptions({ staleTime: 0 }));
  const alerts = data?.alerts;
  const total = alerts?.reduce((sum, { count }) => sum + count, 0);
  const system = isSuperAdmin ? '/admin/system' : '/admin';
  const isFeedback = alerts?.every(({ kind }) => kind === 'overdue_feedback') && total !== 0;
  return (
    <>
      <CountCard
        to={isFeedback ? '/admin/feedback?overdue=1' : system}
        label="Alerts"
        hasFailed={isError}
        count={total}
        note={
          alerts
            ? alerts.map(({ kind, count }) => `${WORDS[kind]}: ${count}`).join(', ') ||
              'Nothing needs attention'
            : '\u00A0'
        }
        isUrgent={total !== undefined && total > 0}
      />
      <CountCard
        to={system}
        label="Health"
        hasFailed={isError}
        count={data && `${data.health.database_latency_ms} ms`}
        note="Response time of the database"
      />
    </>
  );
}
