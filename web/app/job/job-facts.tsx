import { PET_SIZES } from '@kindpal/contract/job/rules';
import type { JobCard } from '@kindpal/contract/job/schema';
import { CalendarDays, MapPin, PawPrint, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatWeek, readerTimeZone, useMoney } from '~/lib/format.ts';
import { cx } from '~/ui/class-names.ts';
import { jobLength, jobNights, jobPeriod } from './job-period.ts';
import { typeText } from './job-title.ts';

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

/** The amount, with what it comes to per hour or night where that is known. */
export function useAmountText(): (job: JobCard) => string {
  const money = useMoney();
  return (job) => {
    const total = money(job.total_amount);
    if (job.hourly_rate) return `${total} · ${money(job.hourly_rate)} an hour`;
    const nights = job.view === 'member' ? jobNights(job) : 0;
    if (nights < 2 || job.total_amount === 0) return total;
    const perNight = Math.round((job.total_amount / nights) * 100) / 100;
    return `${total} · ${money(perNight)} a night`;
  };
}

/** 'Biscuit · Beagle · Small'; visitors read the name only. */
function petText(job: JobCard): string {
  if (job.view === 'public') return job.pet_details.name;
  const { name, breed, size } = job.pet_details;
  const sizeName = size === 'Unknown' ? null : PET_SIZES[size].replace(/ \(.*/, '');
  return [name, breed, sizeName].filter(Boolean).join(' · ');
}

/** Who, what, when, where and for how much: the facts somebody decides by. [J1] */
export function JobFacts({ job, className }: { job: JobCard; className?: string }) {
  const amount = useAmountText();
  return (
    <dl className={cx('grid gap-1.5 text-ink-soft text-sm', className)}>
      <Fact icon={<PawPrint aria-hidden="true" />} label="What">
        {typeText(job.job_type)} for <bdi>{petText(job)}</bdi>
      </Fact>
      <Fact icon={<CalendarDays aria-hidden="true" />} label="When">
        {job.view === 'public' ? (
          formatWeek(job.week)
        ) : (
          <>
            {jobPeriod(job, { now: new Date(), readerTimeZone: readerTimeZone() })}
            <span className="whitespace-nowrap">
              {' · '}
              <strong className="font-semibold text-ink">{jobLength(job)}</strong>
            </span>
          </>
        )}
      </Fact>
      <Fact icon={<Wallet aria-hidden="true" />} label="Pay" strong>
        {amount(job)}
      </Fact>
      <Fact icon={<MapPin aria-hidden="true" />} label="Where">
        <bdi>{job.location ?? 'Area not given'}</bdi>
      </Fact>
    </dl>
  );
}
