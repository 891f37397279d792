import { counted } from '~/lib/counted.ts';
import { DOT } from '~/lib/format.ts';
import { jobNights } from '../job-period.ts';
import { unitPay } from '../unit-pay.ts';
import { type JobFormValues, readAmount } from './job-form.ts';
import { wallClockToIso } from './wall-clock.ts';

const MINUTE = 60_000;

type Times = Pick<JobFormValues, 'start' | 'end'>;

/** The period between two local times; null if one is missing or the end is not after the start. */
export function periodOf({ start, end }: Times, time_zone: string) {
  const start_date = wallClockToIso(start, time_zone);
  const end_date = wallClockToIso(end, time_zone);
  if (start_date === null || end_date === null) return null;
  const minutes = (Date.parse(end_date) - Date.parse(start_date)) / MINUTE;
  if (minutes <= 0) return null;
  const period = { start_date, end_date, time_zone };
  return { ...period, minutes, nights: jobNights(period), hours: hoursText(minutes) };
}

/** '45 minutes', '1 hour', '2 hours 30 minutes'. */
function hoursText(minutes: number): string {
  const whole = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [whole > 0 && counted(whole, 'hour'), rest > 0 && counted(rest, 'minute')]
    .filter(Boolean)
    .join(' ');
}

/**
 * A preview of length and pay while typing: '1 hour · $16', '7 nights · $385 · $55 a night'.
 * Unknown parts are left out. [J2]
 */
export function jobPreview(
  values: Pick<JobFormValues, 'start' | 'end' | 'total_amount' | 'hourly_rate'>,
  { timeZone, money }: { timeZone: string; money: (amount: number) => string },
): string {
  const period = periodOf(values, timeZone);
  const length = period && (period.nights > 0 ? counted(period.nights, 'night') : period.hours);
  return [length, ...payTexts(values, { period, money })].filter(Boolean).join(DOT);
}

type Period = ReturnType<typeof periodOf>;

function payTexts(
  values: Pick<JobFormValues, 'total_amount' | 'hourly_rate'>,
  { period, money }: { period: Period; money: (amount: number) => string },
): string[] {
  const total = readAmount(values.total_amount);
  if (!Number.isFinite(total) || total < 0) return [];
  const hourly = readAmount(values.hourly_rate);
  const { nights, minutes } = period ?? { nights: 0, minutes: 0 };
  const perUnit = unitPay({ total, hourly, nights, minutes }, money);
  return perUnit === null ? [money(total)] : [money(total), perUnit];
}
