import { createStore } from '~/lib/store.ts';

/**
 * Whether a worker opens this page without a network: 'ready' once one is installed with all its
 * files, 'none' in a browser without workers.
 */
export const pageWorker = createStore<'unknown' | 'none' | 'ready'>('unknown');

/** Follows the browser's worker. It may be installed only a while after the page is shown. */
export async function followWorker(browser: Pick<Navigator, 'serviceWorker'>): Promise<void> {
  // Absent in some private windows and on addresses without TLS.
  if (!browser.serviceWorker) return pageWorker.change('none');
  await browser.serviceWorker.ready.then(() => pageWorker.change('ready')).catch(() => undefined);
}

if (typeof document !== 'undefined') void followWorker(navigator);
