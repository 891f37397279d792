import type { ReplyTime, Service } from '@kindpal/contract/member/schema';
import { JOBS_DONE_MAX } from '@kindpal/contract/member/track-record';

export const SERVICE_LABELS: Record<Service, string> = {
  pet_sitting: 'Pet sitting',
  dog_walking: 'Dog walking',
};

export const REPLY_LABELS: Record<ReplyTime, string> = {
  within_hour: 'Within an hour',
  within_hours: 'Within a few hours',
  within_day: 'Within a day',
  over_day: 'After a day or more',
};

/** 'None yet', '1', '12', '100+'. */
export function jobsDoneText(count: number): string {
  if (count === 0) return 'None yet';
  return count >= JOBS_DONE_MAX ? `${JOBS_DONE_MAX}+` : String(count);
}

/** 'Dog walking', or both services in one line of a card. */
export function servicesText(services: readonly Service[]): string {
  return services.length > 1
    ? 'Sitting and walking'
    : services.map((one) => SERVICE_LABELS[one]).join();
}
