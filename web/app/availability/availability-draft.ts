import {
  type Availability,
  type AvailabilityData,
  isDate,
  isSlotValid,
  type Slot,
  WEEKDAYS,
} from '@kindpal/contract/availability/rules';
import { isTimeZone } from '@kindpal/contract/time/zone';

/** Changes that are not saved, and the version of the saved that they were made upon. [V4] */
export type AvailabilityDraft = Availability & { version: string };

/** Another member on the same device starts from what is theirs. */
const keyOf = (me: string) => `kindpal.availability.${me}`;

/** What was changed before a reload; null when nothing was. [V4] */
export function readAvailabilityDraft(
  storage: Pick<Storage, 'getItem'>,
  me: string,
): AvailabilityDraft | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(me)) ?? 'null');
    return isDraft(stored) ? stored : null;
  } catch {
    // Unreadable or closed storage holds no draft.
    return null;
  }
}

export function keepAvailabilityDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  me: string,
  draft: AvailabilityDraft | null,
): void {
  try {
    if (draft === null) storage.removeItem(keyOf(me));
    else storage.setItem(keyOf(me), JSON.stringify(draft));
  } catch {
    // A full or closed storage must not stop anybody from choosing their hours.
  }
}

/** Whether it can be shown; hours that cannot be saved yet are part of a draft. */
function isDraft(stored: unknown): stored is AvailabilityDraft {
  const { version, enabled, data } = (stored ?? {}) as Partial<AvailabilityDraft>;
  if (typeof version !== 'string' || typeof enabled !== 'boolean' || !data) return false;
  const { weeklySchedule, specificDates, unavailableDateRanges, timeZone } = data;
  return (
    (timeZone === null || isTimeZone(timeZone)) &&
    WEEKDAYS.every((day) => areSlots(weeklySchedule[day])) &&
    Object.entries(specificDates).every(([date, slots]) => isDate(date) && areSlots(slots)) &&
    unavailableDateRanges.every(({ start, end }) => isDate(start) && isDate(end))
  );
}

const areSlots = (slots: unknown) =>
  Array.isArray(slots) &&
  slots.every(({ start, end }: Slot) => typeof start === 'string' && typeof end === 'string');

/** The tab with the first hours that end before they start; null when all can be saved. [V1] */
export function tabToMend(data: AvailabilityData): 'week' | 'dates' | null {
  const isWrong = (slots: readonly Slot[]) => !slots.every(isSlotValid);
  if (WEEKDAYS.some((day) => isWrong(data.weeklySchedule[day]))) return 'week';
  return Object.values(data.specificDates).some(isWrong) ? 'dates' : null;
}
