import { lazyPart } from '~/lib/lazy-part.ts';

/** Newcomers see it once, so it is loaded when one does. */
export const ConfirmEmailPart = lazyPart(() =>
  import('./confirm-email-banner.tsx').then((module) => module.ConfirmEmailBanner),
);
