import { type RefObject, useEffect, useState } from 'react';

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** What people press or type into, and what asks to be kept clear. */
const KEPT_CLEAR =
  ':is(main, footer) :is(button, input, select, textarea, label, summary, a[href], [data-keep-clear])';
/** From this width on the page's margin is wider than the button. */
const ROOMY_PX = 1280;
/** A page that scrolls or fills is looked at once it rests. */
const REST_MS = 120;
const PLACES = [0.02, 0.5, 0.98];

function doTouch(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/**
 * Whether something to press lies within `box`. A link stretched over a whole card counts by its
 * own text alone: the card leaves room enough to be pressed. [F1]
 */
export function coversControl(box: Box, elementsAt: (x: number, y: number) => Element[]): boolean {
  const found = PLACES.flatMap((x) =>
    PLACES.flatMap((y) => elementsAt(box.left + x * box.width, box.top + y * box.height)),
  );
  return found.some((element) => {
    const control = element.closest(KEPT_CLEAR);
    return control !== null && doTouch(box, control.getBoundingClientRect());
  });
}

/** Whether what stands in `slot` is to step aside, for what the page shows beneath it now. [F1] */
export function useGiveWay(slot: RefObject<HTMLElement | null>): boolean {
  const [givesWay, setGivesWay] = useState(false);
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout>;
    function look() {
      const box = slot.current?.getBoundingClientRect();
      if (!box?.width) return;
      const elementsAt = (x: number, y: number) => document.elementsFromPoint(x, y);
      setGivesWay(window.innerWidth < ROOMY_PX && coversControl(box, elementsAt));
    }
    function lookSoon() {
      clearTimeout(soon);
      soon = setTimeout(look, REST_MS);
    }
    const page = new MutationObserver(lookSoon);
    page.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon);
    lookSoon();
    return () => {
      clearTimeout(soon);
      page.disconnect();
      window.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, [slot]);
  return givesWay;
}
