import { ORPCError } from '@orpc/client';
import { errorText } from '~/lib/calls/error-text.ts';
import { isRetryable } from '~/lib/calls/reachability.ts';

/** The constants of B§9 for loading the list, in milliseconds. [J1] */
const LIST_RETRIES = 3;
export const listRetryDelay = (attempt: number) => 1000 * (attempt + 1);

const UNEXPECTED_BANNER = 'An unexpected error occurred while loading jobs.';

/** Why the list did not load: `toast` is shown once, `banner` stays on the page. [J1] */
export type JobListFailure = {
  kind: 'policy' | 'refused' | 'unexpected';
  toast: string;
  banner: string;
};

/** The class of database errors caused by a policy that refers to itself. */
function isPolicyRecursion(error: unknown): boolean {
  return error instanceof Error && /infinite recursion|policy recursion|42P17/i.test(error.message);
}

/** Maps an error of the list to one of the three texts of B§8. [J1] */
export function jobListFailure(error: unknown): JobListFailure {
  if (isPolicyRecursion(error)) {
    const text = 'Database policy issue detected. Please refresh the page.';
    return { kind: 'policy', toast: text, banner: text };
  }
  if (error instanceof ORPCError && !isRetryable(error)) {
    const text = `Failed to load jobs: ${errorText(error, error.message)}`;
    return { kind: 'refused', toast: text, banner: text };
  }
  return {
    kind: 'unexpected',
    toast: 'Something went wrong. Please try refreshing the page.',
    banner: UNEXPECTED_BANNER,
  };
}

/** Whether the list is requested again: up to three times, never after a refusal. [J1] */
export function shouldRetryList(failures: number, error: unknown): boolean {
  return failures < LIST_RETRIES && jobListFailure(error).kind !== 'refused';
}

/** The toast after a successful retry. [J1] */
export function foundJobsText(count: number): string {
  return `Found ${count} available jobs`;
}
