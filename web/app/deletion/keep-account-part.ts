import { lazyPart } from '~/lib/loading/lazy-part.ts';

/** Loaded on demand: few members ever see it. */
export const KeepAccountPart = lazyPart(() =>
  import('./keep-account.tsx').then((module) => module.KeepAccount),
);
