/**
 * First toast system [P9]: one at a time. A dismissed toast is removed long after it has faded,
 * so that nothing still referring to it breaks. Milliseconds and pixels.
 */
export const outcomeToast = {
  limit: 1,
  durationMs: 5000,
  removeDelayMs: 1_000_000,
  swipeThresholdPx: 50,
  hotkey: ['F8'],
};

/** The place of the first toast system on the screen, with or without its library. */
export const outcomePlace =
  'fixed inset-x-4 z-60 md:right-6 md:left-auto md:w-[min(23rem,100vw-3rem)] xl:top-auto xl:bottom-6';

/** Second toast system [P10]. The removal animation is the library's own 200 ms. */
export const ongoingToast = {
  visible: 3,
  durationMs: 4000,
  gapPx: 14,
  offsetPx: 32,
  // 356 px; with larger text as much wider as the window allows.
  width: 'min(22.25rem, 100vw - 2rem)',
  removalMs: 200,
};

/**
 * [P10] The text for a promise that resolves to a non-OK response, unless the caller has its own.
 */
export function httpErrorText(status: number): string {
  return `HTTP error! status: ${status}`;
}
