import type { Offer } from '@kindpal/contract/offer/schema';
import { clockText } from '~/job/requirements/requirement-texts.ts';

/** The meaning of an offer for its sitter. [J5] */
export function offerText({ kind, state, until, job }: Offer): string {
  if (state === 'waiting')
    return 'You’re in line. We’ll notify you when it’s your turn, even at night.';
  const by = until ? ` until ${clockText(until)}` : '';
  const claimable = until ? ` You can claim it${by}.` : '';
  const owner = job.view === 'member' ? job.owner.full_name : 'The owner';
  return kind === 'asked'
    ? `${owner} asks you first.${claimable} Others can’t see it yet.`
    : `It’s your turn to claim it${by}.`;
}

/** The label of the button that declines or leaves. */
export function declineLabel({ state }: Pick<Offer, 'state'>): string {
  return state === 'waiting' ? 'Stop waiting' : 'No, thanks';
}
