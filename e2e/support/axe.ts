import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, Result, RunOptions } from 'axe-core';

// Minified: `source` of the package has 1.5 MB, which every page would have to parse.
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

// Resolves once the page is painted and every finite animation has ended. An element in a color
// transition would be judged by the new background and the old text.
const SETTLED = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
      .map(({ finished }) => finished),
  ))`;

/** Within an element, by these rules only, or by all without these. */
export type Scope = { within?: string; rules?: string[]; without?: string[] };

/** axe's findings on a page, or within an element, by all of its rules or by some. */
export async function findBarriers(
  page: Page,
  { within, rules, without = [] }: Scope = {},
): Promise<Result[]> {
  // Once per page: parsing its half a megabyte takes longer than checking most pages.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  await page.evaluate(SETTLED);
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(rules ? { runOnly: rules } : {}),
  };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within ?? null)} ?? document, ${JSON.stringify(options)})`,
  );
  return violations;
}
