import type { Limiter } from '../access/limits/limiter.ts';

/** Counts a text by the member who requests it or by its number. Throws TOO_MANY_REQUESTS. [U9] */
export async function countText(
  limiter: Limiter,
  by: 'member' | 'number',
  key: string,
): Promise<void> {
  await limiter.consume(`sms_by_${by}`, key);
  await limiter.consume(`sms_a_day_by_${by}`, key);
}
