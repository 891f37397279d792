import { type ComponentProps, Suspense, useEffect } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';
import { whenIdle } from '~/lib/when-idle.ts';
import type { MoveTexts } from './job-action-texts.ts';

/** Its code comes once the page stands. */
const MoveWindow = lazyPart(() => import('./move-window.tsx').then((module) => module.MoveWindow));

type MoveDialogProps = Omit<ComponentProps<typeof MoveWindow>, 'texts'> & {
  /** Of the action that was asked for; null while there is none. */
  texts: MoveTexts | null;
};

/** Asks once more before something that the other side will notice, where its texts ask. [J6] */
export function MoveDialog({ texts, ...rest }: MoveDialogProps) {
  useEffect(() => whenIdle(MoveWindow.prefetch), []);
  if (!texts?.ask) return null;
  return (
    <Suspense>
      <MoveWindow {...rest} texts={{ ...texts, ask: texts.ask }} />
    </Suspense>
  );
}
