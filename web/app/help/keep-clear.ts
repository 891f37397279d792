type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** What people press or type into, and what asks to be kept clear. */
const PRESSED =
  ':is(main, footer) :is(button, input, select, textarea, label, summary, a[href], [data-keep-clear])';
/** The same, and what they read. */
const PRESSED_OR_READ = `${PRESSED}, :is(main, footer) :is(p, h1, h2, h3, dt, dd, th, td)`;
/** A page that scrolls or fills is looked at once it rests. */
const REST_MS = 120;
/** Where in a box it is looked, close enough together to find a line of text. */
const COLUMNS = [0.02, 0.5, 0.98];
const ROWS = [0.02, 0.26, 0.5, 0.74, 0.98];
/** At the edge it stays a target of 44 pixels, whose curve leaves the last of them free. */
const AT_EDGE = { left: 0, width: 36 };
/** How far up the edge it looks for a place, and in which steps. */
const REACH_PX = 200;
const STEP_PX = 8;

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
export function coversControl(
  box: Box,
  elementsAt: (x: number, y: number) => Element[],
  kept = PRESSED,
): boolean {
  const found = COLUMNS.flatMap((x) =>
    ROWS.flatMap((y) => elementsAt(box.left + x * box.width, box.top + y * box.height)),
  );
  return found.some((element) => {
    const control = element.closest(kept);
    return control !== null && doTouch(box, control.getBoundingClientRect());
  });
}

/**
 * How far up the left edge it stands so as to lie on nothing to press or read; null where it may stay
 * at home. Where the edge is full of text it only keeps off what is pressed, and where that fills the
 * edge it stays low: what spans the page can be pressed beside it. [F1]
 */
export function findPlace(
  home: Box,
  elementsAt: (x: number, y: number) => Element[],
): number | null {
  if (!coversControl(home, elementsAt, PRESSED_OR_READ)) return null;
  for (const kept of [PRESSED_OR_READ, PRESSED]) {
    for (let lift = 0; lift <= REACH_PX; lift += STEP_PX) {
      const box = { ...AT_EDGE, top: home.top - lift, height: home.height };
      if (!coversControl(box, elementsAt, kept)) return lift;
    }
  }
  return 0;
}

/** Tells where what has its home in `slot` is to stand, whenever the page beneath it rests. [F1] */
export function followPlace(slot: HTMLElement, tell: (lift: number | null) => void): () => void {
  let soon: ReturnType<typeof setTimeout>;
  function look() {
    const box = slot.getBoundingClientRect();
    if (!box.width) return;
    const elementsAt = (x: number, y: number) => document.elementsFromPoint(x, y);
    tell(findPlace(box, elementsAt));
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
}
