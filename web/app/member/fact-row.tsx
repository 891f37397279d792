import type { Profile, SitterCard } from '@kindpal/contract/member/schema';
import { daysText, shortDateText } from '~/availability/slot-text.ts';
import { formatDay, useMoney } from '~/lib/format.ts';
import { rateText } from '~/payment/rate-text.ts';
import { cx } from '~/ui/class-names.ts';
import { jobsDoneText, REPLY_LABELS, servicesText } from './fact-texts.ts';

type Fact = { label: string; value: string; dir?: 'auto' };

/** Facts that help to choose a sitter; unknown ones are left out. */
function useFacts(member: Profile | SitterCard): Fact[] {
  const rate = rateText(member, useMoney());
  const { invited_by, jobs_done, services, reply_time, free_days } = member;
  const replies = reply_time ?? ('owner_reply_time' in member ? member.owner_reply_time : null);
  const isAway = member.availability_enabled === false && member.role !== 'pet_owner';
  const nextFree = 'next_free_dates' in member ? member.next_free_dates[0] : undefined;
  const days = free_days && free_days.length > 0 ? daysText(free_days) : undefined;
  const facts: { [label: string]: string | null | undefined } = {
    'Invited by': invited_by,
    'Member since': formatDay(member.created_at),
    'Jobs done': jobs_done === null ? null : jobsDoneText(jobs_done),
    Rate: rate,
    Services: services && servicesText(services),
    Free: isAway ? 'Not taking jobs' : (days ?? (nextFree && shortDateText(nextFree))),
    Replies: replies && REPLY_LABELS[replies],
  };
  return Object.entries(facts).flatMap(([label, value]) =>
    value ? [{ label, value, ...(label === 'Invited by' ? { dir: 'auto' as const } : {}) }] : [],
  );
}

type FactRowProps = { member: Profile | SitterCard; compact?: boolean };

/** The facts in a row that wraps. [R1] [R8] */
export function FactRow({ member, compact }: FactRowProps) {
  const facts = useFacts(member);
  return (
    <dl
      className={cx(
        'grid gap-x-4',
        compact
          ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-y-1.5'
          : 'grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-y-3 rounded-md bg-sunken p-4 sm:grid-cols-3',
      )}
    >
      {facts.map(({ label, value, dir }) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-soft text-xs">{label}</dt>
          <dd
            dir={dir}
            className={cx(
              'wrap-anywhere font-semibold text-ink text-sm',
              compact && 'line-clamp-2',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
