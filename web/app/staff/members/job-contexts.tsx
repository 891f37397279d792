import { jobTypeLabel } from '@kindpal/contract/job/rules';
import type { JobContext } from '@kindpal/contract/staff/job-context';
import { AlarmClock } from 'lucide-react';
import { jobPeriod } from '~/job/job-period.ts';
import { viewerTimeZone } from '~/lib/format.ts';
import { Badge } from '~/ui/badge.tsx';
import { TextLink } from '~/ui/link.tsx';
import { MemberLink } from './member-link.tsx';
import { urgencyOf } from './urgency.ts';

type JobContextsProps = { jobs: JobContext[]; label: string };

/** The jobs that a request or a member is about: how urgent each is, and the other member. */
export function JobContexts({ jobs, label }: JobContextsProps) {
  if (jobs.length === 0) return null;
  return (
    <ul aria-label={label} className="grid gap-2">
      {jobs.map((job) => (
        <li key={job.id} className="grid gap-1 rounded-md bg-sunken p-3 text-sm">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <TextLink to={`/admin/jobs/${job.id}`}>
              <span className="inline-block first-letter:uppercase">
                {jobTypeLabel(job.job_type)} for <bdi>{job.pet_name}</bdi>
              </span>
            </TextLink>
            <UrgencyBadge job={job} />
          </div>
          <p className="text-ink-soft">
            {jobPeriod(job, { now: new Date(), viewerTimeZone: viewerTimeZone() })}
          </p>
          <p className="flex flex-wrap gap-x-4 [overflow-wrap:anywhere]">
            <span>
              Owner:&nbsp;
              <MemberLink id={job.owner.id} name={job.owner.full_name} />
            </span>
            <span>
              Sitter:&nbsp;
              {job.sitter ? (
                <MemberLink id={job.sitter.id} name={job.sitter.full_name} />
              ) : (
                'none yet'
              )}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function UrgencyBadge({ job }: { job: JobContext }) {
  const urgency = urgencyOf(job, Date.now());
  if (!urgency) return null;
  if (!urgency.isUrgent) return <span className="text-ink-soft">{urgency.text}</span>;
  return (
    <Badge tone="danger" icon={<AlarmClock aria-hidden="true" />}>
      {urgency.text}
    </Badge>
  );
}
