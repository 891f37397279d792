import { REPORTS_COUNTED } from '@kindpal/contract/report/schema';
import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { Banner } from '~/ui/banner.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Alerts } from './alerts.tsx';
import { CountCard } from './count-card.tsx';

/** '7', or '50+' if there are more than were counted. */
function atLeastText(counted: number, isMore: boolean): string {
  return isMore ? `${counted}+` : String(counted);
}

const REQUESTS_COUNTED = 50;
const WAITING_COUNTED = 100;

/** Counts the first page; a plus is added if there are more. */
const countOf = (page: { items: unknown[]; next_cursor: string | null } | undefined) =>
  page && atLeastText(page.items.length, page.next_cursor !== null);

/** Tells super admins that the team needs somebody who is not concerned; not what waits. [S4] */
function NeedsMoreStaff() {
  return (
    <Banner
      tone="caution"
      title="No one on your team can handle something that’s waiting"
      action={
        <ButtonLink to="/admin/users" variant="outline" size="sm">
          Choose an admin
        </ButtonLink>
      }
    >
      A request, report or appeal involves everyone on your team: the job is theirs, or they made
      the decision. Make a member you trust an admin so someone who isn’t involved can handle it. If
      this message stays, it involves an admin, and only another super admin can handle it.
    </Banner>
  );
}

/** Open tasks for staff; each card links to the page where they are done. [S1] */
export function Overview() {
  const feedback = useQuery(api.feedback.count.queryOptions({ staleTime: 0 }));
  const requests = useQuery(
    api.invite.listRequests.queryOptions({
      input: { status: 'pending', limit: REQUESTS_COUNTED },
      staleTime: 0,
    }),
  );
  const waiting = useQuery(
    api.waitlist.list.queryOptions({
      input: { waiting: 'true', limit: WAITING_COUNTED },
      staleTime: 0,
    }),
  );
  const reports = useQuery(api.report.count.queryOptions({ staleTime: 0 }));
  const failed = [feedback, reports, requests, waiting].find(({ error }) => error);
  const overdue = feedback.data?.overdue;
  return (
    <section aria-labelledby="waiting" className="grid gap-4">
      <h2 id="waiting" className="text-xl">
        To do
      </h2>
      {failed ? <LoadFailed title="Some numbers didn’t load" query={failed} /> : null}
      {feedback.data?.needs_more_staff ? <NeedsMoreStaff /> : null}
      <ul className="grid gap-4 sm:grid-cols-2">
        <CountCard
          to="/admin/feedback"
          label="Support tickets"
          hasFailed={feedback.isError}
          count={feedback.data && atLeastText(feedback.data.open, false)}
          note="Feedback open or in progress"
        />
        <CountCard
          to="/admin/feedback?overdue=1"
          label="Overdue feedback"
          hasFailed={feedback.isError}
          count={overdue === undefined ? undefined : atLeastText(overdue, false)}
          note="Unanswered for more than 24 hours"
          isUrgent={overdue !== undefined && overdue > 0}
        />
        <CountCard
          to="/admin/content"
          label="Reports"
          hasFailed={reports.isError}
          count={
            reports.data && atLeastText(reports.data.open, reports.data.open >= REPORTS_COUNTED)
          }
          note="Waiting for a decision"
        />
        <CountCard
          to="/admin/content?tab=appeals"
          label="Appeals"
          hasFailed={reports.isError}
          count={reports.data && atLeastText(reports.data.appeals, false)}
          note="Waiting for a second look"
        />
        <CountCard
          to="/admin/invitations"
          label="Invite requests"
          hasFailed={requests.isError}
          count={countOf(requests.data)}
          note="Members asking for another code"
        />
        <Alerts />
        <CountCard
          to="/admin/invitations?tab=waitlist"
          label="Waitlist"
          hasFailed={waiting.isError}
          count={countOf(waiting.data)}
          note="Confirmed, not invited yet"
        />
      </ul>
    </section>
  );
}
