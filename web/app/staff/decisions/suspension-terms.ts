const DAY_MS = 86_400_000;

/** The lengths of a suspension; the last has no end. */
export const TERMS = [
  { value: '1', label: '1 day' },
  { value: '3', label: '3 days' },
  { value: '7', label: '1 week' },
  { value: '14', label: '2 weeks' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'ban', label: 'Ban: no end date' },
] as const;

/** The end of a suspension that starts now, as ISO 8601; null for a ban. */
export function endOfTerm(term: string, now: number): string | null {
  return term === 'ban' ? null : new Date(now + Number(term) * DAY_MS).toISOString();
}

/** The most frequent reasons; staff can edit each before sending it. */
export const PRESET_REASONS = [
  'You wrote to another member in a way that our guidelines don’t allow.',
  'You asked for money beyond what was agreed for a job.',
  'You missed a job you had claimed and didn’t tell the owner.',
  'Your profile gives a false picture of who you are.',
] as const;
