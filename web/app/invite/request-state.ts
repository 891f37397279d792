import type { InviteRequest } from '@kindpal/contract/invite/schema';

/** What the dialog shows about a request for another code. [I1] */
export type RequestOffer = 'ask' | 'wait' | 'granted' | 'refused';

/**
 * An open request is shown until it is decided. A granted one is shown while its code is unused;
 * afterwards the member may ask again.
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
