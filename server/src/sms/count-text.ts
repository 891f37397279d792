import type { Limiter } from '../access/limits/limiter.ts';

/** Counts a text by the member who requests it. Throws TOO_MANY_REQUESTS. [U9] [U13] */
export async function countText(limiter: Limiter, member: string): Promise<void> {
  await limiter.consume('sms_by_member', member);
  await limiter.consume('sms_a_day_by_member', member);
}

/**
 * Counts a text with which a signed-in member verifies a number, by that, apart from those that
 * strangers request. Throws TOO_MANY_REQUESTS. [U9] [U13]
 */
export async function countVerifyingText(limiter: Limiter, phone: string): Promise<void> {
  await limiter.consume('verify_sms_by_number', phone);
  await limiter.consume('verify_sms_a_day_by_number', phone);
}
