import { lazyPart } from '~/lib/lazy-part.ts';

/** It comes after the page that offers it, and only where there is something to offer. */
export const PushOfferPart = lazyPart(() =>
  import('./push-offer.tsx').then((module) => module.PushOffer),
);
