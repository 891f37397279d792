import { type ComponentProps, Suspense, useEffect } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { whenIdle } from '~/lib/when-idle.ts';
import type { MoveTexts } from './job-action-texts.ts';

/** Loaded once the page is rendered. */
const MoveWindow = lazyPart(() => import('./move-window.tsx').then((module) => module.MoveWindow));

type MoveDialogProps = Omit<ComponentProps<typeof MoveWindow>, 'texts'> & {
  /** The texts of the requested action; null if there is none. */
  texts: MoveTexts | null;
};

/**
 * A confirmation before an action that the other side will notice, if its texts contain a question.
 * [J6]
 */
export function MoveDialog({ texts, ...rest }: MoveDialogProps) {
  useEffect(() => whenIdle(MoveWindow.prefetch), []);
  if (!texts?.ask) return null;
  return (
    <Suspense>
      <MoveWindow {...rest} texts={{ ...texts, ask: texts.ask }} />
    </Suspense>
  );
}
