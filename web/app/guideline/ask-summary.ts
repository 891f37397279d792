import type { ModerationSummary } from '@kindpal/contract/moderation/schema';
import { client } from '~/lib/calls/client.ts';

/** The decisions of our team in the last 12 full months; null if they cannot be loaded. */
export async function askSummary(): Promise<ModerationSummary | null> {
  return client.moderation.getSummary().catch(() => null);
}
