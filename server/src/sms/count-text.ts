import type { Limiter } from '../access/limiter.ts';

/** Counts a text by who asks for it or by its destination. Throws TOO_MANY_REQUESTS. [U9] */
export async function countText(
  limiter: Limiter,
  by: 'member' | 'number',
  key: string,
): Promise<void> {
  await limiter.consume(`sms_by_${by}`, key);
  await limiter.consume(`sms_a_day_by_${by}`, key);
}
