import type { JobType } from '@kindpal/contract/job/schema';

/** The types in the order of the screen. Lists need no validation library to know them. */
export const JOB_TYPES = [
  'pet_sitting',
  'dog_walking',
  'both',
] as const satisfies readonly JobType[];

/** The type that an address or a box names, or nothing when it names none. */
export function readJobType(text: string | null): JobType | undefined {
  return JOB_TYPES.find((jobType) => jobType === text);
}
