/** How long the first drawing of a tab's first page waits for its data, in ms. */
const PATIENCE_MS = 500;

/** Whether nothing is on the screen yet. */
export const isFirstPage = () => document.querySelector('main') === null;

/** Waits a moment for what the first page shows: drawing it once takes a slow phone half as long as twice. */
export function waitForData(data: Promise<unknown>): Promise<unknown> {
  return Promise.race([data, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
