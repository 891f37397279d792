import type { StaffMember } from '@kindpal/contract/staff/member';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FeedbackStatusLabel } from '~/feedback/feedback-status.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { formatDay } from '~/lib/format.ts';
import { mailto } from '~/lib/mailto.ts';
import { ROLE_LABELS } from '~/member/role-label.ts';
import { DecisionItem } from '~/staff/decisions/decision-item.tsx';
import { SuspendButton } from '~/staff/decisions/suspend-button.tsx';
import { Standing } from '~/staff/members/user-facts.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';
import { EmailAddress } from '~/ui/email-address.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Moment } from '~/ui/moment.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { JobContexts } from './job-contexts.tsx';
import { MemberLink } from './member-link.tsx';
import { ResetFactors } from './reset-factors.tsx';

/** A member in the admin area: contact, inviter, current jobs and requests. [S3] [F4] */
export function StaffMemberPanel({ id }: { id: string }) {
  const query = useQuery(api.staff.getMember.queryOptions({ input: { id } }));
  if (query.data) return <Panel member={query.data} />;
  if (hasCode(query.error, 'NOT_FOUND') || hasCode(query.error, 'INVALID_INPUT')) {
    return (
      <EmptyState
        illustration={<EmptyBowl />}
        title="Member not found"
        action={<ButtonLink to="/admin/users">All members</ButtonLink>}
      >
        This member doesn’t exist or has left.
      </EmptyState>
    );
  }
  if (query.isError) return <LoadFailed title="This member didn’t load" query={query} />;
  return (
    <div role="status" aria-label="Loading: Member" className="grid gap-4">
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  );
}

function Panel({ member }: { member: StaffMember }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card className="grid gap-5">
        <header className="flex items-center gap-4">
          <Avatar name={member.full_name} src={member.profile_image_url} size="lg" />
          <div className="grid min-w-0 gap-1.5">
            <h2 dir="auto" className="text-xl wrap-anywhere">
              {member.full_name}
            </h2>
            <a
              href={mailto(member.email)}
              className="text-accent text-sm underline underline-offset-4 wrap-anywhere"
            >
              <EmailAddress email={member.email} />
            </a>
            <div className="flex flex-wrap gap-1.5">
              <Standing member={member} />
              <Badge>{ROLE_LABELS[member.role]}</Badge>
            </div>
          </div>
        </header>
        <Facts member={member} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={`/profile/${member.id}`} variant="outline" size="sm">
            Public profile
          </ButtonLink>
          {member.can.suspend ? <SuspendButton member={member} /> : null}
          {member.can.reset_factors ? <ResetFactors member={member} /> : null}
        </div>
      </Card>
      <Part
        title="Decisions"
        empty={member.decisions.length === 0 && 'No decisions about this member.'}
      >
        <ul className="grid gap-3" aria-label="Decisions">
          {member.decisions.map((decision) => (
            <DecisionItem key={decision.id} decision={decision} />
          ))}
        </ul>
      </Part>
      <Part title="Current jobs" empty={member.jobs.length === 0 && 'No claimed jobs right now.'}>
        <JobContexts jobs={member.jobs} label="Current jobs" />
      </Part>
      <Part
        title="Requests for help"
        empty={member.requests.length === 0 && 'This member hasn’t asked for help.'}
      >
        <ul className="grid gap-2">
          {member.requests.map(({ id, message, status, created_at }) => (
            <li key={id} className="grid gap-1.5 rounded-md bg-sunken p-3 text-sm">
              <div className="flex flex-wrap items-center justify-between gap-2 text-ink-soft">
                <Moment at={created_at} isFirst />
                <FeedbackStatusLabel status={status} />
              </div>
              <p dir="auto" className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">
                {message}
              </p>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Facts({ member }: { member: StaffMember }) {
  const { invited_by, last_sign_in_at, location } = member;
  const facts: [label: string, value: ReactNode][] = [
    ['Joined', formatDay(member.created_at)],
    [
      'Invited by',
      invited_by ? <MemberLink key="by" id={invited_by.id} name={invited_by.full_name} /> : '–',
    ],
    ['Last sign-in', last_sign_in_at ? <Moment key="at" at={last_sign_in_at} isFirst /> : 'Never'],
    ['Location', location ?? '–'],
    ['Jobs posted', member.jobs_posted],
    ['Jobs done', member.jobs_done],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-3 sm:grid-cols-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-soft text-xs">{label}</dt>
          <dd className="font-semibold text-sm wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type PartProps = { title: string; empty: string | false; children: ReactNode };

function Part({ title, empty, children }: PartProps) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      {empty ? <p className="text-ink-soft">{empty}</p> : children}
    </section>
  );
}
