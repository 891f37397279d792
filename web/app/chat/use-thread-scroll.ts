import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Bubble } from './message-groups.ts';

/** Within this many pixels of the end one is reading the newest. */
const NEAR_END_PX = 56;
/** So close to the beginning the older page is asked for. */
const NEAR_START_PX = 80;

/** What the scrolling keeps between renders; none of it is drawn. */
type Kept = {
  first: string | undefined;
  last: string | undefined;
  fromEnd: number;
  isAtEnd: boolean;
};

type ThreadScroll = {
  bubbles: readonly Bubble[];
  /** Nothing is on its way, and nothing has failed. */
  isSettled: boolean;
  onNearStart: () => void;
};

/**
 * Keeps a thread where its reader is: at the newest when they are there, at the same words when
 * older ones come in above, and tells them when something newer waits below. [M1]
 */
export function useThreadScroll({ bubbles, isSettled, onNearStart }: ThreadScroll) {
  const area = useRef<HTMLElement>(null);
  const kept = useRef<Kept>({ first: undefined, last: undefined, fromEnd: 0, isAtEnd: true });
  const [hasNewBelow, setHasNewBelow] = useState(false);
  const last = bubbles.at(-1);
  const first = bubbles[0]?.key;

  const goToEnd = useCallback(() => {
    if (!area.current) return;
    area.current.scrollTop = area.current.scrollHeight;
    kept.current.isAtEnd = true;
    setHasNewBelow(false);
  }, []);

  useLayoutEffect(() => {
    const before = kept.current;
    const box = area.current;
    if (!box) return;
    const isFirstFill = before.last === undefined;
    const hasNewest = last !== undefined && last.key !== before.last;
    const hasOlder = first !== before.first && !isFirstFill;
    kept.current = { ...before, first, last: last?.key };
    if (isFirstFill || before.isAtEnd || (hasNewest && last.is_own)) goToEnd();
    else if (hasOlder) box.scrollTop = box.scrollHeight - before.fromEnd;
    if (hasNewest && !kept.current.isAtEnd) setHasNewBelow(true);
    kept.current.fromEnd = box.scrollHeight - box.scrollTop;
  }, [first, last, goToEnd]);

  useStayAtEnd(area, kept, goToEnd);

  // Nobody can scroll on from the very beginning: an older page whose way was crossed by a newer
  // look at the thread is asked for again.
  useEffect(() => {
    const box = area.current;
    if (isSettled && box && box.clientHeight > 0 && box.scrollTop < NEAR_START_PX) onNearStart();
  });

  function onScroll() {
    const box = area.current;
    if (!box) return;
    const fromEnd = box.scrollHeight - box.scrollTop;
    kept.current.fromEnd = fromEnd;
    kept.current.isAtEnd = fromEnd - box.clientHeight < NEAR_END_PX;
    if (kept.current.isAtEnd) setHasNewBelow(false);
    if (box.scrollTop < NEAR_START_PX) onNearStart();
  }
  return { area, onScroll, hasNewBelow, goToEnd };
}

/** A keyboard that opens, or a turned phone, changes the height: the newest stays in view. */
function useStayAtEnd(
  area: RefObject<HTMLElement | null>,
  kept: RefObject<Kept>,
  goToEnd: () => void,
): void {
  useEffect(() => {
    if (!area.current) return;
    const observer = new ResizeObserver(() => {
      if (kept.current.isAtEnd) goToEnd();
    });
    observer.observe(area.current);
    return () => observer.disconnect();
  }, [area, kept, goToEnd]);
}
