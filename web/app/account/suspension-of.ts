import { hasCode } from '~/lib/error-text.ts';

/** The address of the reason, which the right proof of a suspended account brings; or null. */
export function suspensionOf(error: unknown): string | null {
  if (!hasCode(error, 'ACCOUNT_SUSPENDED')) return null;
  const { token } = (error as { data?: unknown }).data as { token: string };
  return `/suspended?token=${encodeURIComponent(token)}`;
}
