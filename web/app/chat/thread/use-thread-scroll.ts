import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Bubble } from './message-groups.ts';

/** Within this many pixels of the end, the viewer counts as reading the newest messages. */
const NEAR_END_PX = 56;
/** At this distance from the beginning, the older page is requested. */
const NEAR_START_PX = 80;

/** State between renders that does not affect rendering. */
type Kept = {
  first: string | undefined;
  last: string | undefined;
  fromEnd: number;
  isAtEnd: boolean;
  /** The height of the area as last observed; undefined before the first observation. */
  height: number | undefined;
};

type ThreadScroll = {
  bubbles: readonly Bubble[];
  /** Whether no request is pending and none has failed. */
  isSettled: boolean;
  onNearStart: () => void;
};

/**
 * Keeps the scroll position of a thread: at the newest message if the viewer is there, at the same
 * text when older messages are added above; `hasNewBelow` shows that there are newer messages
 * below. [M1]
 */
export function useThreadScroll({ bubbles, isSettled, onNearStart }: ThreadScroll) {
  const area = useRef<HTMLElement>(null);
  const kept = useRef<Kept>({
    first: undefined,
    last: undefined,
    fromEnd: 0,
    isAtEnd: true,
    height: undefined,
  });
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

  // At the very beginning no scroll event can occur, so an older page whose request was canceled by
  // a refetch of the thread is requested again here.
  useEffect(() => {
    const box = area.current;
    if (isSettled && box && box.clientHeight > 0 && box.scrollTop < NEAR_START_PX) onNearStart();
  });

  function onScroll() {
    const box = area.current;
    if (!box) return;
    const fromEnd = box.scrollHeight - box.scrollTop;
    kept.current.fromEnd = fromEnd;
    // A new height has moved the end, not the viewer: the observer restores the position.
    const isResized = kept.current.height !== undefined && kept.current.height !== box.clientHeight;
    if (!isResized) kept.current.isAtEnd = fromEnd - box.clientHeight < NEAR_END_PX;
    if (kept.current.isAtEnd) setHasNewBelow(false);
    if (box.scrollTop < NEAR_START_PX) onNearStart();
  }
  return { area, onScroll, hasNewBelow, goToEnd };
}

/**
 * A keyboard that opens, or a rotated phone, changes the height: the newest message stays visible.
 */
function useStayAtEnd(
  area: RefObject<HTMLElement | null>,
  kept: RefObject<Kept>,
  goToEnd: () => void,
): void {
  useEffect(() => {
    const box = area.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      kept.current.height = box.clientHeight;
      if (kept.current.isAtEnd) goToEnd();
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [area, kept, goToEnd]);
}
