import { jobTypeLabel } from '@kindpal/contract/job/rules';
import type { JobCard } from '@kindpal/contract/job/schema';
import { CalendarDays, MapPin, PawPrint, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatWeek, readerTimeZone, useMoney } from '~/lib/format.ts';
import { cx } from '~/ui/class-names.ts';
import { jobPeriod } from './job-period.ts';

type FactProps = { icon: ReactNode; label: string; children: ReactNode; strong?: boolean };

function Fact({ icon, label, children, strong }: FactProps) {
  return (
    <div className="flex min-w-0 items-start gap-2.5 [&_svg]:mt-[0.2em] [&_svg]:size-[1.15em] [&_svg]:shrink-0 [&_svg]:text-accent">
      {icon}
      <dt className="sr-only">{label}</dt>
      <dd className={cx('min-w-0 wrap-anywhere', strong && 'font-semibold text-ink')}>
        {children}
      </dd>
    </div>
  );
}

/** 'pet sitting' with a capital, as a line of its own needs it. */
export function typeText(jobType: string): string {
  const label = jobTypeLabel(jobType);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The amount, with the hourly rate beside it where there is one. */
export function useAmountText(): (job: Pick<JobCard, 'total_amount' | 'hourly_rate'>) => string {
  const money = useMoney();
  return (job) =>
    job.hourly_rate
      ? `${money(job.total_amount)} (${money(job.hourly_rate)} an hour)`
      : money(job.total_amount);
}

/** What, when, where and for how much: the four facts somebody decides by. */
export function JobFacts({ job, className }: { job: JobCard; className?: string }) {
  const amount = useAmountText();
  return (
    <dl className={cx('grid gap-1.5 text-ink-soft text-sm', className)}>
      <Fact icon={<Wallet aria-hidden="true" />} label="Pay" strong>
        {amount(job)}
      </Fact>
      <Fact icon={<CalendarDays aria-hidden="true" />} label="When">
        {job.view === 'public'
          ? formatWeek(job.week)
          : jobPeriod(job, { now: new Date(), readerTimeZone: readerTimeZone() })}
      </Fact>
      <Fact icon={<MapPin aria-hidden="true" />} label="Where">
        <bdi>{job.location ?? 'Area not given'}</bdi>
      </Fact>
      <Fact icon={<PawPrint aria-hidden="true" />} label="What">
        {typeText(job.job_type)}
      </Fact>
    </dl>
  );
}
