import { errorText, hasCode } from '~/lib/error-text.ts';

/** What to say at the box of a code that was refused, or has to wait after wrong ones; null for all else. [U13] */
export function codeRefusal(error: unknown): string | null {
  const isAboutCode =
    hasCode(error, 'MFA_VERIFICATION_FAILED') || hasCode(error, 'TOO_MANY_REQUESTS');
  return isAboutCode ? errorText(error) : null;
}

/** What to say at the box of a code by email or text that was refused; null for all else. [U9] */
export function wrongCode(error: unknown): string | null {
  return hasCode(error, 'TOKEN_REFUSED')
    ? 'This code is wrong, used or expired. You can ask for a new one.'
    : null;
}
