import type { Comparison } from './load.ts';
import { atLeast, atMost, milliseconds, perSecond, type Verdict } from './verdict.ts';

/** How many times the bare limit's p99 a call may take. */
const P99_MOST = 3;

/** The two promises of a hot call: its share of the bare limit's rate, and its p99. */
export function judgeCall(title: string, seen: Comparison, share: number): Verdict[] {
  return [
    {
      promise: title,
      measured: perSecond(seen.ours.rate),
      limit: perSecond(seen.bare.rate),
      ...atLeast(seen.rateRatio, share),
    },
    {
      promise: `${title}: p99`,
      measured: milliseconds(seen.ours.p99),
      limit: milliseconds(seen.bare.p99),
      ...atMost(seen.p99Ratio, P99_MOST),
    },
  ];
}
