import { lazyPart } from '~/lib/lazy-part.ts';

/** Loaded on demand: few members ever see it. */
export const KeepAccountPart = lazyPart(() =>
  import('./keep-account.tsx').then((module) => module.KeepAccount),
);
