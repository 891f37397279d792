import { PET_SIZES } from '@kindpal/contract/job/rules';
import type { JobCard, MemberJob } from '@kindpal/contract/job/schema';
import { CalendarDays, MapPin, PawPrint, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { DOT, formatWeek, useMoney, viewerTimeZone } from '~/lib/format.ts';
import { cx } from '~/ui/class-names.ts';
import { distanceText } from './distance-text.ts';
import { jobDays, jobLength, jobMinutes, jobNights, jobPeriod } from './job-period.ts';
import { typeText } from './job-title.ts';
import { unitPay } from './unit-pay.ts';

type FactProps = { icon: ReactNode; label: string; children: ReactNode; strong?: boolean };

function Fact({ icon, label, children, strong }: FactProps) {
  return (
    <div className="flex min-w-0 items-start gap-2.5 [&_svg]:line-icon [&_svg]:text-accent">
      {icon}
      <dt className="sr-only">{label}</dt>
      <dd
        className={cx('min-w-0 overflow-x-clip wrap-anywhere', strong && 'font-semibold text-ink')}
      >
        {children}
      </dd>
    </div>
  );
}

/** Returns a function for the amount, with the pay per hour or night if known. */
export function useAmountText(): (job: JobCard) => string {
  const money = useMoney();
  return (job) => {
    const { total_amount: total, hourly_rate: hourly } = job;
    const length =
      job.view === 'member'
        ? { nights: jobNights(job), minutes: jobMinutes(job) }
        : { nights: 0, minutes: 0 };
    const perUnit = unitPay({ total, hourly, ...length }, money);
    return perUnit === null ? money(total) : `${money(total)}${DOT}${perUnit}`;
  };
}

/** 'Biscuit · Beagle · Small', shown above a job's title. [J1] */
export function petText(job: MemberJob): string {
  const { name, breed, size } = job.pet_details;
  const sizeName = size === 'Unknown' ? null : PET_SIZES[size].replace(/ \(.*/, '');
  return [name, breed, sizeName].filter(Boolean).join(DOT);
}

type LabeledFactsProps = { facts: [label: string, value: string | null][]; className: string };

/** Facts in columns, each below its label; those without a value are left out. */
export function LabeledFacts({ facts, className }: LabeledFactsProps) {
  const known = facts.filter(([, value]) => value);
  return (
    <dl className={className}>
      {known.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-soft text-xs">{label}</dt>
          <dd className="wrap-anywhere font-semibold">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Breaks its line before the time, not at the dash inside it: '7:00–11:00 PM'. */
function Period({ text }: { text: string }) {
  const time = text.lastIndexOf(', ') + 1;
  return (
    <>
      {text.slice(0, time)}{' '}
      <span className="inline-block pr-[0.5em]">{text.slice(time).trimStart()}</span>
    </>
  );
}

/** After a dot, which hangs in the gap before it: at the start of a line it is clipped. */
function AfterDot({ children }: { children: ReactNode }) {
  return (
    <span className="relative inline-block before:absolute before:right-full before:w-[0.75em] before:text-center before:content-['·']">
      {children}
    </span>
  );
}

type JobFactsProps = {
  job: JobCard;
  /** Also shows the times of a stay, which a card leaves out. */
  isWhole?: boolean;
  className?: string;
};

/** The facts by which a sitter decides: what, when, where and how much. [J1] */
export function JobFacts({ job, isWhole = false, className }: JobFactsProps) {
  const amount = useAmountText();
  const write = isWhole ? jobPeriod : jobDays;
  return (
    <dl className={cx('grid gap-1.5 text-ink-soft text-sm', className)}>
      {/* Visitors read the type in the title. */}
      {job.view === 'member' ? (
        <Fact icon={<PawPrint aria-hidden="true" />} label="What">
          {typeText(job.job_type)}
        </Fact>
      ) : null}
      <Fact icon={<CalendarDays aria-hidden="true" />} label="When">
        {job.view === 'public' ? (
          formatWeek(job.week)
        ) : (
          <>
            <Period text={write(job, { now: new Date(), viewerTimeZone: viewerTimeZone() })} />{' '}
            <AfterDot>
              <strong className="font-semibold text-ink">{jobLength(job)}</strong>
            </AfterDot>
          </>
        )}
      </Fact>
      <Fact icon={<Wallet aria-hidden="true" />} label="Pay" strong>
        {amount(job)}
      </Fact>
      <Fact icon={<MapPin aria-hidden="true" />} label="Where">
        <bdi className="pr-[0.5em]">{job.location ?? 'Area not given'}</bdi>
        {job.view === 'member' && job.distance_miles !== undefined ? (
          <>
            {' '}
            <AfterDot>{distanceText(job.distance_miles)}</AfterDot>
          </>
        ) : null}
      </Fact>
    </dl>
  );
}
