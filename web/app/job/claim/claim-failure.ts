import { CLAIMED_PETS_A_DAY } from '@kindpal/contract/claim/rules';
import { ORPCError } from '@orpc/client';
import { errorText, hasCode } from '../../lib/calls/error-text.ts';
import { isUnreachable } from '../../lib/calls/reachability.ts';
import { waitText } from '../../lib/counted.ts';

/** The toast for a failed claim, and whether the job is gone, so that the page must change. [J5] */
export type ClaimFailure = { title: string; description?: string; isGone: boolean };

/** Refusals that concern only this sitter: the job stays open to others. */
const FREE_TO_OTHERS = ['DOUBLE_BOOKED', 'GIVEN_BACK_TOO_OFTEN', 'TOO_MANY_LIVE_CLAIMS'] as const;

/** What a sitter reads who claimed or canceled too much, by the limit that they reached. */
const LIMIT_TEXTS: Record<string, (wait: string) => string> = {
  release_by_member: (wait) =>
    `You’ve canceled ten claims within a day. You can claim again in ${wait}.`,
  claimed_pet_by_member: (wait) =>
    `You’ve claimed jobs for ${CLAIMED_PETS_A_DAY} pets within a day. You can claim for another pet in ${wait}.`,
};

/** The text for a reached limit of claims; undefined for all other errors. */
function limitText(error: unknown): string | undefined {
  if (!(error instanceof ORPCError && hasCode(error, 'TOO_MANY_REQUESTS'))) return undefined;
  const data = error.data as { limit: string; retry_after_seconds: number };
  return LIMIT_TEXTS[data.limit]?.(waitText(data.retry_after_seconds));
}

/** The three toasts of B§8 for a claim that did not succeed. [J5] */
export function claimFailure(error: unknown): ClaimFailure {
  if (hasCode(error, 'JOB_ALREADY_CLAIMED')) {
    return {
      title: 'Job No Longer Available: This job has already been claimed by someone else.',
      isGone: true,
    };
  }
  const tooMuch = limitText(error);
  if (tooMuch || hasCode(error, ...FREE_TO_OTHERS, 'EMAIL_NOT_CONFIRMED')) {
    return { title: `Cannot claim job: ${tooMuch ?? errorText(error)}`, isGone: false };
  }
  // The page shows the job's requirements after it is refetched.
  if (hasCode(error, 'REQUIREMENTS_NOT_MET', 'NOT_OPEN_YET')) {
    return { title: `Cannot claim job: ${errorText(error)}`, isGone: true };
  }
  if (
    hasCode(error, 'CANNOT_CLAIM_JOB') ||
    hasCode(error, 'FORBIDDEN') ||
    hasCode(error, 'NOT_FOUND')
  ) {
    return {
      title: 'Cannot claim job: This job is no longer available or you cannot claim it.',
      isGone: true,
    };
  }
  const title = 'Failed to claim job. Please try again.';
  const explains = isUnreachable(error) || hasCode(error, 'UNAUTHORIZED', 'TOO_MANY_REQUESTS');
  return explains
    ? { title, description: errorText(error), isGone: false }
    : { title, isGone: false };
}
