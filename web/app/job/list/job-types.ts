import type { JobType } from '@kindpal/contract/job/schema';

/**
 * The types in the order of the screen. A separate list, because the contract's would load the
 * validation library.
 */
export const JOB_TYPES = [
  'pet_sitting',
  'dog_walking',
  'both',
] as const satisfies readonly JobType[];

/** The type that a query parameter or a field contains, or undefined. */
export function readJobType(text: string | null): JobType | undefined {
  return JOB_TYPES.find((jobType) => jobType === text);
}
