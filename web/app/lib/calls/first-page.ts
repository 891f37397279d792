/** How long the first rendering of a tab's first page waits for its data, in ms. */
const FIRST_DATA_TIMEOUT_MS = 500;

/** Whether nothing is rendered yet. */
export const isFirstPage = () => document.querySelector('main') === null;

/**
 * Waits a moment for the first page's data: on a slow phone, rendering once takes half as long as
 * twice.
 */
export function waitForData(data: Promise<unknown>): Promise<unknown> {
  return Promise.race([data, new Promise((resolve) => setTimeout(resolve, FIRST_DATA_TIMEOUT_MS))]);
}
