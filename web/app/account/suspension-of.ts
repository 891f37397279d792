import { hasCode } from '~/lib/calls/error-text.ts';

/**
 * The link to the reason, which the error contains if a suspended member gave the right proof;
 * otherwise null.
 */
export function suspensionOf(error: unknown): string | null {
  if (!hasCode(error, 'ACCOUNT_SUSPENDED')) return null;
  const { token } = (error as { data?: unknown }).data as { token: string };
  return `/suspended?token=${encodeURIComponent(token)}`;
}
