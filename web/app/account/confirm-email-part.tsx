import { lazyPart } from '~/lib/loading/lazy-part.ts';

/** Loaded on demand: only newcomers need it. */
export const ConfirmEmailPart = lazyPart(() =>
  import('./confirm-email-banner.tsx').then((module) => module.ConfirmEmailBanner),
);
