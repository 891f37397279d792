import { lazyPart } from '~/lib/loading/lazy-part.ts';

/** Loaded after the page, and only if there is something to offer. */
export const PushOfferPart = lazyPart(() =>
  import('./push-offer.tsx').then((module) => module.PushOffer),
);
