import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api } from '~/lib/api.ts';
import { errorText } from '~/lib/error-text.ts';
import { Banner } from '~/ui/banner.tsx';
import { Card, cardLinkStyle } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { Skeleton } from '~/ui/skeleton.tsx';
import { countText } from './count-text.ts';

const REQUESTS_COUNTED = 50;
const WAITING_COUNTED = 100;

/** Counts one page of what waits; the number goes on with a plus where there are more. */
const countOf = (page: { items: unknown[]; next_cursor: string | null } | undefined) =>
  page && countText(page.items.length, page.next_cursor !== null);

/** What waits for staff; each card leads to where it is done. [S1] */
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
  const failure = feedback.error ?? requests.error ?? waiting.error;
  const overdue = feedback.data?.overdue;
  return (
    <section aria-labelledby="waiting" className="grid gap-4">
      <h2 id="waiting" className="text-xl">
        What waits
      </h2>
      {failure ? (
        <Banner tone="danger" title="Some of the numbers did not load">
          {errorText(failure)}
        </Banner>
      ) : null}
      <ul className="grid gap-4 sm:grid-cols-2">
        <Count
          to="/admin/feedback"
          label="Waiting feedback"
          count={feedback.data && countText(feedback.data.open, false)}
          note="Open or in progress"
        />
        <Count
          to="/admin/feedback?overdue=1"
          label="Overdue feedback"
          count={overdue === undefined ? undefined : countText(overdue, false)}
          note="Unanswered for more than 24 hours"
          isUrgent={overdue !== undefined && overdue > 0}
        />
        <Count
          to="/admin/invitations"
          label="Invite requests"
          count={countOf(requests.data)}
          note="Members who ask for another code"
        />
        <Count
          to="/admin/invitations?tab=waitlist"
          label="Waitlist"
          count={countOf(waiting.data)}
          note="Confirmed, and not invited yet"
        />
      </ul>
    </section>
  );
}

type CountProps = {
  to: string;
  label: string;
  count: ReactNode;
  note: string;
  isUrgent?: boolean;
};

function Count({ to, label, count, note, isUrgent = false }: CountProps) {
  return (
    <Card as="li" pressable className="grid gap-1">
      <h3 className="flex items-center justify-between font-sans font-semibold text-base tracking-normal">
        <Link to={to} className={cardLinkStyle}>
          {label}
        </Link>
        <ArrowRight aria-hidden="true" className="size-5 text-ink-soft" />
      </h3>
      <p
        className={cx(
          'flex min-h-10 items-center font-bold font-display text-3xl tabular-nums',
          isUrgent && 'text-danger',
        )}
      >
        {count ?? <Skeleton className="h-8 w-14" />}
      </p>
      <p className="text-ink-soft text-sm">{note}</p>
    </Card>
  );
}
