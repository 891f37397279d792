import { HeartPulse, KeyRound, MapPin, MessageCircle, NotebookPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { jobThreadPath } from '~/chat/thread/thread-name.ts';
import { jobPeriod } from '~/job/job-period.ts';
import { viewerTimeZone } from '~/lib/format.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { CallLink } from '~/ui/call-link.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import type { DayJob } from './day.ts';

/**
 * A job of the day: when, where, for which member, and what the pet needs; `children` replace the
 * link to the chat.
 */
export function DayJobCard({ job, children }: { job: DayJob; children: ReactNode }) {
  const { other, care } = job;
  const period = jobPeriod(job, { now: new Date(), viewerTimeZone: viewerTimeZone() });
  const where = [job.address, job.location].filter(Boolean).join('\n');
  const [firstName = ''] = other.full_name.split(' ');
  return (
    <Card as="article" className="grid gap-3">
      <div className="grid gap-1">
        <h3 dir="auto" className="wrap-anywhere text-lg leading-snug">
          <Link to={`/jobs/${job.id}`} className="underline-offset-4 hover:underline">
            {job.title}
          </Link>
        </h3>
        <p className="font-semibold">{period}</p>
        <p className="wrap-anywhere text-ink-soft">
          {job.as === 'owner' ? (
            <>
              <bdi>{other.full_name}</bdi> is caring for <bdi>{job.pet_name}</bdi>
            </>
          ) : (
            <>
              You’re caring for <bdi>{job.pet_name}</bdi> for <bdi>{other.full_name}</bdi>
            </>
          )}
        </p>
        {job.status === 'in_progress' ? (
          <p>
            <StatusLabel tone="accent">In progress</StatusLabel>
          </p>
        ) : null}
      </div>
      <div className="grid gap-2.5">
        {where ? (
          <Fact icon={<MapPin {...icon} />} label="Where">
            <bdi className="select-all">{where}</bdi>
          </Fact>
        ) : null}
        {job.special_instructions ? (
          <Fact icon={<NotebookPen {...icon} />} label="Care notes">
            {job.special_instructions}
          </Fact>
        ) : null}
        {care?.medical_conditions ? (
          <Fact icon={<HeartPulse {...icon} />} label="Health">
            {care.medical_conditions}
          </Fact>
        ) : null}
      </div>
      {care?.emergency_phone || care?.emergency_contact ? (
        <p className="wrap-anywhere">
          <span className="block text-ink-soft text-sm">In an emergency</span>
          <bdi>{care.emergency_contact}</bdi>{' '}
          {care.emergency_phone ? <CallLink phone={care.emergency_phone} /> : null}
        </p>
      ) : null}
      {job.as === 'sitter' ? (
        <p className="flex gap-2 text-ink-soft text-sm">
          <KeyRound aria-hidden="true" className="line-icon" />
          Keys and codes are never saved here. They’re on the job’s page, online.
        </p>
      ) : null}
      {children ?? (
        <ButtonLink
          to={jobThreadPath(job.id, job.claim_id)}
          variant="outline"
          size="sm"
          className="justify-self-start"
          icon={<MessageCircle {...icon} className="size-5" />}
        >
          <span className="wrap-anywhere line-clamp-2">Message {firstName}</span>
        </ButtonLink>
      )}
    </Card>
  );
}

const icon = { 'aria-hidden': true } as const;

function Fact({
  icon: sign,
  label,
  children,
}: {
  icon: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <div className="flex items-start gap-3 [&>svg]:line-icon [&>svg]:text-accent">
      {sign}
      <p dir="auto" className="wrap-anywhere min-w-0 whitespace-pre-line">
        <span className="sr-only">{label}: </span>
        {children}
      </p>
    </div>
  );
}
