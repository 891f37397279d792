import { errorText, hasCode } from '~/lib/error-text.ts';

/** What to say at the box of a code that was refused, or has to wait after wrong ones; null for all else. [U13] */
export function codeRefusal(error: unknown): string | null {
  const isAboutCode =
    hasCode(error, 'MFA_VERIFICATION_FAILED') || hasCode(error, 'TOO_MANY_REQUESTS');
  return isAboutCode ? errorText(error) : null;
}
