import { lazyPart } from '~/lib/lazy-part.ts';

/** Its code comes when somebody has a second factor. */
export const FactorWindowPart = lazyPart(() =>
  import('./factor-window.tsx').then((module) => module.FactorWindow),
);
