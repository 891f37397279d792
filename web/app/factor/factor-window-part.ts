import { lazyPart } from '~/lib/loading/lazy-part.ts';

/** Loaded when a member has a second factor. */
export const FactorWindowPart = lazyPart(() =>
  import('./factor-window.tsx').then((module) => module.FactorWindow),
);
