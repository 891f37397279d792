import { isDate } from '@kindpal/contract/availability/rules';

/** Why a date cannot be chosen: it is missing, does not exist, or is in the past. [V2] */
export function dateProblem(
  date: string,
  { today, missing }: { today: string; missing: string },
): string | null {
  if (!date) return missing;
  // Some browsers allow years with more than four digits.
  if (!isDate(date)) return 'Please choose a real date';
  return date < today ? 'Please choose today or a later day' : null;
}
