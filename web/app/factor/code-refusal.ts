import { ORPCError } from '@orpc/client';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';

/**
 * The error text for a code that was refused or has to wait after wrong ones; null for all other
 * errors. [U13]
 */
export function codeRefusal(error: unknown): string | null {
  const isAboutCode = hasCode(error, 'MFA_VERIFICATION_FAILED', 'TOO_MANY_REQUESTS');
  return isAboutCode ? errorText(error) : null;
}

/** The error text for a refused code by email or text message; null for all other errors. [U9] */
export function wrongCode(error: unknown): string | null {
  if (hasCode(error, 'TOKEN_REFUSED')) {
    return 'This code is wrong, used, expired or for another browser. You can ask for a new one.';
  }
  return isGuessLimit(error)
    ? 'Too many wrong codes were entered for this address today. Use the link in the email instead.'
    : null;
}

const GUESS_LIMITS = ['code_guess_by_address', 'known_code_guess_by_address'];

const isGuessLimit = (error: unknown): boolean =>
  error instanceof ORPCError && GUESS_LIMITS.includes(error.data?.limit);
