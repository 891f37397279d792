import type { Profile } from '@kindpal/contract/member/schema';
import { CalendarCheck, CalendarOff, Wallet } from 'lucide-react';
import { shortDateText, weekText } from '~/availability/slot-text.ts';
import { DOT } from '~/lib/format.ts';
import { zoneName } from '~/lib/zone-name.ts';
import { Badge } from '~/ui/badge.tsx';

/** When a sitter is available, and how they can be paid. [R1] [R8] */
export function SitterFacts({ profile }: { profile: Profile }) {
  const { payment_services, availability_enabled, weekly_schedule, next_free_dates } = profile;
  const week = weekly_schedule ? weekText(weekly_schedule) : [];
  const isAway = availability_enabled === false && profile.role !== 'pet_owner';
  const hasHours = week.length > 0 || next_free_dates.length > 0;
  if (payment_services.length === 0 && !isAway && !hasHours) return null;
  return (
    <section aria-labelledby="availability" className="grid gap-3">
      <h2 id="availability" className="text-xl">
        Availability and payment
      </h2>
      <ul className="grid gap-3 text-ink-soft text-sm [&>li]:flex [&>li]:gap-2 [&_svg]:line-icon [&_svg]:text-accent">
        {payment_services.length > 0 ? (
          <li>
            <Wallet aria-hidden="true" />
            <ul aria-label="Can be paid by" className="flex flex-wrap gap-1.5">
              {payment_services.map((service) => (
                <li key={service} className="flex">
                  <Badge>{service}</Badge>
                </li>
              ))}
            </ul>
          </li>
        ) : null}
        {isAway ? (
          <li>
            <CalendarOff aria-hidden="true" />
            Not taking jobs right now
          </li>
        ) : null}
        {hasHours ? (
          <li>
            <CalendarCheck aria-hidden="true" />
            <div className="grid min-w-0 gap-1">
              {week.map(({ days, hours }) => (
                <p key={days}>
                  <span className="font-semibold text-ink">{days}</span> {hours}
                </p>
              ))}
              {profile.time_zone ? <p>Times are in {zoneName(profile.time_zone)}</p> : null}
              <p>
                {next_free_dates.length > 0
                  ? // Keeps a day's parts together: 'Fri, Nov 27'.
                    `Next free: ${next_free_dates.map((date) => shortDateText(date).replaceAll(' ', '\u00a0')).join(DOT)}`
                  : 'No free days in the next two weeks'}
              </p>
            </div>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
