import type { ORPCError } from '@orpc/client';
import { hasCode } from './error-text.ts';

/**
 * The id of what an earlier press stored whose response was lost, where the form was changed since;
 * null for any other failure.
 */
export function earlierVersionOf(error: unknown): string | null {
  if (!hasCode(error, 'EARLIER_VERSION_STORED')) return null;
  return (error as ORPCError<string, { id: string }>).data.id;
}
