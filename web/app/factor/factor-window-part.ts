import { lazyPart } from '~/lib/lazy-part.ts';

/** Loaded when a member has a second factor. */
export const FactorWindowPart = lazyPart(() =>
  import('./factor-window.tsx').then((module) => module.FactorWindow),
);
