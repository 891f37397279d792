import {
  type Availability,
  type AvailabilityData,
  isDate,
  isSlotValid,
  type Slot,
  WEEKDAYS,
} from '@kindpal/contract/availability/rules';
import { isTimeZone } from '@kindpal/contract/time/zone';
import { readStoredDraft, storeDraft } from '~/lib/stored-draft.ts';

/** Unsaved changes, and the version of the saved availability that they are based on. [V4] */
export type AvailabilityDraft = Availability & { version: string };

/** Drafts are separate for each member on this device. */
const keyOf = (me: string) => `kindpal.availability.${me}`;

/** The changes from before a reload; null if there are none. [V4] */
export function readAvailabilityDraft(
  storage: Pick<Storage, 'getItem'>,
  me: string,
): AvailabilityDraft | null {
  return readStoredDraft(storage, keyOf(me), (found) => (isDraft(found) ? found : null));
}

export function keepAvailabilityDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  me: string,
  draft: AvailabilityDraft | null,
): void {
  storeDraft(storage, keyOf(me), draft);
}

/** Whether a stored value can be shown; a draft may contain hours that cannot be saved yet. */
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

/**
 * The tab with the first hours that end before they start; null if everything can be saved. [V1]
 */
export function tabWithError(data: AvailabilityData): 'week' | 'dates' | null {
  const isWrong = (slots: readonly Slot[]) => !slots.every(isSlotValid);
  if (WEEKDAYS.some((day) => isWrong(data.weeklySchedule[day]))) return 'week';
  return Object.values(data.specificDates).some(isWrong) ? 'dates' : null;
}
