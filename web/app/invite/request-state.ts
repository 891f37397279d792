import type { InviteRequest } from '@kindpal/contract/invite/schema';

/** What the dialog offers to somebody who may want a further code. [I1] */
export type RequestOffer = 'ask' | 'wait' | 'granted' | 'refused';

/**
 * A request that waits is shown until it is decided. A granted one is told of while its code is
 * still unused; once that is used up the member may ask again.
 */
export function requestOffer(
  request: Pick<InviteRequest, 'status'> | null | undefined,
  hasUnusedCode: boolean,
): RequestOffer {
  if (!request) return 'ask';
  if (request.status === 'pending') return 'wait';
  if (request.status === 'refused') return 'refused';
  return hasUnusedCode ? 'granted' : 'ask';
}
