import { lazyPart } from '~/lib/lazy-part.ts';

/** Few members ever see it, so it is loaded when one does. */
export const KeepAccountPart = lazyPart(() =>
  import('./keep-account.tsx').then((module) => module.KeepAccount),
);
