import type { ClaimWarning, ClaimWarningCode } from '@kindpal/contract/claim/schema';
import { hasCode } from '../../lib/calls/error-text.ts';

/**
 * The warnings that the sitter has to confirm before the claim; null for every other error. [J5]
 */
export function claimWarnings(error: unknown): ClaimWarning[] | null {
  if (!hasCode(error, 'CLAIM_NEEDS_CONFIRMATION')) return null;
  return (error as unknown as { data: { warnings: ClaimWarning[] } }).data.warnings;
}

/** The text of each warning, without its jobs. */
export const WARNING_TEXTS: Record<ClaimWarningCode, string> = {
  switched_off: 'Your availability is switched off.',
  away: 'You marked this time as unavailable.',
  outside_hours: 'It’s outside your available hours.',
  busy: 'Your own calendar says you’re busy then.',
  overlap: 'It overlaps with a job you claimed:',
};
