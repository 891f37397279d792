import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { Banner } from '~/ui/banner.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Alerts } from './alerts.tsx';
import { CountCard } from './count-card.tsx';

/** '7', or '50+' if there are more than were counted. */
export function atLeastText(counted: number, isMore: boolean): string {
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
      A request, report or appeal is about everyone on your team: as the owner or sitter of its job,
      or because they made the decision. Someone who isn’t part of it should handle it, so make
      another member you trust an admin. If this stays, it’s about an admin and needs another super
      admin.
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
  const failed = [feedback, requests, waiting].find(({ error }) => error);
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
          count={feedback.data && atLeastText(feedback.data.open, false)}
          note="Feedback open or in progress"
        />
        <CountCard
          to="/admin/feedback?overdue=1"
          label="Overdue feedback"
          count={overdue === undefined ? undefined : atLeastText(overdue, false)}
          note="Unanswered for more than 24 hours"
          isUrgent={overdue !== undefined && overdue > 0}
        />
        <CountCard
          to="/admin/invitations"
          label="Invite requests"
          count={countOf(requests.data)}
          note="Members asking for another code"
        />
        <Alerts />
        <CountCard
          to="/admin/invitations?tab=waitlist"
          label="Waitlist"
          count={countOf(waiting.data)}
          note="Confirmed, and not invited yet"
        />
      </ul>
    </section>
  );
}
