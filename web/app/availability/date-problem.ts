import { isDate } from '@kindpal/contract/availability/rules';

/** What keeps a day from being chosen: it is missing, there is no such day, or it is over. [V2] */
export function dateProblem(
  date: string,
  { today, missing }: { today: string; missing: string },
): string | null {
  if (!date) return missing;
  // Some browsers let a year have more than four digits.
  if (!isDate(date)) return 'Please choose a real date';
  return date < today ? 'Please choose today or a later day' : null;
}
