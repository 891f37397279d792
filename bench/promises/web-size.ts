import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import type { Bench } from '../harness/bench.ts';
import { signInSome } from '../harness/sessions.ts';
import type { Verdict } from '../harness/verdict.ts';

/** The third is a job's page, without what it loads on a press. */
const promises = { '/': 125, '/dashboard': 220, '/jobs/ID': 250 };

/** The JavaScript that a browser actually loads with a page, gzipped; 1 kB is 1,000 bytes. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  const [member] = await signInSome(pool, 1);
  const origin = `http://localhost:${kindpal.port}`;
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArgs,
  });
  try {
    const verdicts: Verdict[] = [];
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM jobs WHERE status = 'open' LIMIT 1`,
    );
    for (const [page, most] of Object.entries(promises)) {
      const path = page.replace('ID', rows[0]?.id ?? '');
      const cookie = path === '/' ? undefined : member?.cookie;
      const kilobytes = await loadedScripts(browser, { url: `${origin}${path}`, cookie });
      verdicts.push({
        promise: `JavaScript loaded by ${page}, gzipped`,
        measured: `${kilobytes.toFixed(1)} kB`,
        limit: '',
        ratio: `(≤ ${most} kB)`,
        kept: kilobytes <= most,
      });
    }
    return verdicts;
  } finally {
    await browser.close();
  }
}

async function loadedScripts(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  { url, cookie }: { url: string; cookie: string | undefined },
): Promise<number> {
  const context = await browser.newContext();
  if (cookie) await context.addCookies(cookiesOf(new URL(url).origin, cookie));
  const page = await context.newPage();
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
    // Code loaded on demand is fetched, and then imported from the browser's cache.
    if (sizes.has(response.url())) return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body, { level: 9 }).length),
    );
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  if (new URL(page.url()).pathname !== new URL(url).pathname) {
    throw new Error(`${url} led to ${page.url()}`);
  }
  // What is fetched shortly after the first data counts as well.
  await page.waitForTimeout(1_500);
  const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  await context.close();
  return total / 1_000;
}

function cookiesOf(origin: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=');
  return [
    { name, value, url: origin },
    { name: 'kindpal_signed_in', value: '1', url: origin },
  ];
}
