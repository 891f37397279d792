/** Where React Router keeps the scroll positions of this tab, by the keys of its pages. */
const POSITIONS = 'react-router-scroll-positions';
const GIVE_UP_MS = 10_000;

/**
 * Scrolls a page that was reloaded, or that the reader came back to from another document, to
 * where it was, as soon as it is tall enough again. React Router only tries it once, before the
 * page's data is there. Stops when the reader scrolls or presses something.
 */
export function restoreScroll(): void {
  const { key } = window.history.state;
  const position = JSON.parse(sessionStorage.getItem(POSITIONS) ?? '{}')[key];
  if (!position) return;

  const { signal, abort } = abortable();
  const sizes = new ResizeObserver(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (window.history.state.key !== key) abort();
    else if (scrollHeight - clientHeight >= position) {
      abort();
      window.scrollTo(0, position);
    }
  });
  sizes.observe(document.body);
  signal.addEventListener('abort', () => sizes.disconnect());
  for (const input of ['wheel', 'pointerdown', 'keydown']) {
    window.addEventListener(input, abort, { signal, passive: true });
  }
  setTimeout(abort, GIVE_UP_MS);
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
