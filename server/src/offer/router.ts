import { member } from '../access/guards.ts';
import { declineOffer } from './decline-offer.ts';
import { joinLine } from './join-line.ts';
import { getOffersOfJob, listOffers } from './list-offers.ts';

/** Members handle their own offers; an owner sees who was asked. */
export const offerRouter = {
  list: member.offer.list.handler(listOffers),
  getOfJob: member.offer.getOfJob.handler(getOffersOfJob),
  join: member.offer.join.handler(joinLine),
  decline: member.offer.decline.handler(declineOffer),
};
