import type { MemberJobDetail } from '../job-summary.ts';

export type PayoutMethods = NonNullable<MemberJobDetail['payout']>;
export type PayoutMethod = { service: string; handle: string; url: string | null };

/** A handle without a matching link comes first: an old profile may have only a handle. [J8] */
export function waysToPay({ handle, links }: PayoutMethods): PayoutMethod[] {
  const ways = links.map(({ service, url, username }) => ({
    service,
    url,
    handle: username ?? url,
  }));
  const isNamed = !handle || ways.some((way) => way.handle.endsWith(handle));
  return isNamed ? ways : [{ service: 'Cash App', handle, url: null }, ...ways];
}
