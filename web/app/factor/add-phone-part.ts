import { lazyPart } from '~/lib/loading/lazy-part.ts';

/** Loaded when a member adds a phone. */
export const AddPhoneWindow = lazyPart(() =>
  import('./add-phone-window.tsx').then((module) => module.AddPhoneWindow),
);
