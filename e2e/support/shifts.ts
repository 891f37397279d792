import type { Page } from '@playwright/test';

/** How much of a page may shift while it loads: its cumulative layout shift. */
export const STILL = 0.02;

/** Makes every page loaded from now on add up its layout shifts. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`{
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  }`);
}

/** What has shifted since the page was loaded. */
export function shiftsOf(page: Page): Promise<number> {
  return page.evaluate<number>('window.shifts');
}
