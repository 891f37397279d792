import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import type { Pool } from 'pg';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import type { Bench } from '../harness/bench.ts';
import { signIn } from '../harness/sessions.ts';
import { median, milliseconds, type Verdict } from '../harness/verdict.ts';

const RUNS = 5;
const CPU_SLOWDOWN = 4;
const LATENCY_MS = 75;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

type Waits = { dashboard: number; job: number; menu: number };
const promises: Record<keyof Waits, { name: string; most: number }> = {
  dashboard: { name: 'opening the dashboard with nothing cached', most: 2_000 },
  job: { name: 'from a tap on a job in the list to the job', most: 400 },
  menu: { name: 'from a tap on the menu to the menu', most: 200 },
};

/** Waiting times on a slow phone: CPU slowed 4 times, 75 ms of latency. Medians of five. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  const origin = `http://localhost:${kindpal.port}`;
  const cookie = await signInOwner(pool);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArgs,
  });
  try {
    const runs: Waits[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measureOnce(browser, { origin, cookie }));
    return (Object.keys(promises) as (keyof Waits)[]).map((key) => {
      const { name, most } = promises[key];
      const wait = median(runs.map((waits) => waits[key]));
      return {
        promise: `${name}, on a slow phone`,
        measured: milliseconds(wait),
        limit: '',
        ratio: `(≤ ${milliseconds(most)})`,
        kept: wait <= most,
      };
    });
  } finally {
    await browser.close();
  }
}

/** An owner whose dashboard shows jobs. */
async function signInOwner(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ owner_id: string }>(
    'SELECT owner_id FROM jobs GROUP BY owner_id ORDER BY count(*) DESC, owner_id LIMIT 1',
  );
  const [owner] = await signIn(pool, [rows[0]?.owner_id ?? '']);
  if (!owner) throw new Error('no member owns a job');
  return owner.cookie;
}

async function measureOnce(
  browser: Browser,
  { origin, cookie }: { origin: string; cookie: string },
): Promise<Waits> {
  const context = await browser.newContext(PHONE);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([
    { name, value, url: origin },
    { name: 'kindpal_signed_in', value: '1', url: origin },
  ]);
  const page = await slowPage(context);
  try {
    await page.goto(`${origin}/dashboard`, { waitUntil: 'commit' });
    const dashboard = await momentOf(page, 'main section article h3');
    await settle(page);
    const menu = await waitAfterTap(page, 'header button[aria-label^="Open menu"]', {
      until: ':popover-open nav',
    });
    await page.goto(`${origin}/jobs`);
    await page.waitForSelector('main article a');
    await settle(page);
    const job = await waitAfterTap(page, 'main article a', { until: 'main article header h1' });
    return { dashboard, menu, job };
  } finally {
    await context.close();
  }
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools: CDPSession = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return page;
}

/** Waits until the page has finished its work: people read before they tap. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_500);
}

/** When an element is first painted, in milliseconds since the page was requested. */
function momentOf(page: Page, selector: string): Promise<number> {
  // One frame after it appears, it has been painted.
  return page.evaluate(`new Promise((resolve) => {
    const isSeen = () => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
      return box && box.height > 0 && box.left < innerWidth && box.right > 0;
    };
    const look = () => requestAnimationFrame(isSeen() ? resolve : look);
    look();
  })`);
}

/** From a tap until an element is painted, in milliseconds. */
async function waitAfterTap(
  page: Page,
  selector: string,
  { until }: { until: string },
): Promise<number> {
  await page.evaluate(`document.addEventListener('pointerdown', (event) => {
    globalThis.touchedAt = event.timeStamp;
  }, { capture: true, once: true })`);
  await page.locator(selector).first().tap();
  const shown = await momentOf(page, until);
  return shown - Number(await page.evaluate('globalThis.touchedAt'));
}
