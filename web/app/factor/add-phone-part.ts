import { lazyPart } from '~/lib/lazy-part.ts';

/** Its code comes when somebody adds a phone. */
export const AddPhoneWindow = lazyPart(() =>
  import('./add-phone-window.tsx').then((module) => module.AddPhoneWindow),
);
