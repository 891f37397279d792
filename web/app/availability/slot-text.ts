import type { Slot, Weekday } from '@kindpal/contract/availability/rules';

/** '09:00' as neighbours say it: '9:00 AM'. */
export function timeText(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '9:00 AM – 5:00 PM', and whether it ends only on the next day. */
export function slotText({ start, end, overnight }: Slot): string {
  return `${timeText(start)} – ${timeText(end)}${overnight ? ' the next day' : ''}`;
}

export function slotsText(slots: readonly Slot[]): string {
  return slots.map(slotText).join(', ');
}

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'Sat, Nov 22, 2025' of a yyyy-MM-dd, wherever its reader is. */
export function dateText(date: string): string {
  return day.format(new Date(date));
}

/** 'Sat, Nov 22 – Mon, Nov 24, 2025': one day, and what both have in common, once. */
export function rangeText({ start, end }: { start: string; end: string }): string {
  return day.formatRange(new Date(start), new Date(end)).replaceAll('\u2009', ' ');
}
