import type { ModerationSummary } from '@kindpal/contract/moderation/schema';
import { client } from '~/lib/client.ts';

/** What our team decided in the last 12 months; null where that cannot be read now. */
export async function askSummary(): Promise<ModerationSummary | null> {
  return client.moderation.getSummary().catch(() => null);
}
