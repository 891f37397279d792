import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Pool } from 'pg';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import type { Bench } from '../harness/bench.ts';
import { type SignedIn, signInSome } from '../harness/sessions.ts';
import { median, milliseconds, type Verdict } from '../harness/verdict.ts';

const RUNS = 5;
const CPU_SLOWDOWN = 4;
const MOST_MS = 1_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * From opening *My Day* without a network to its first job, on a phone with a CPU slowed 4 times.
 */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  const [, , owner] = (await signInSome(pool, 3, 'pet_owner')) as SignedIn[];
  if (!owner) throw new Error('no member has jobs for My Day');
  await giveJobs(pool, owner.id);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArgs,
  });
  try {
    const context = await browser.newContext(PHONE);
    const origin = `http://localhost:${kindpal.port}`;
    await saveDay(context, { origin, cookie: owner.cookie });
    await context.setOffline(true);
    const waits: number[] = [];
    for (let run = 0; run < RUNS; run++) waits.push(await openDay(context, origin));
    const wait = median(waits);
    return [
      {
        promise: 'opening My Day without a network, on a slow phone',
        measured: milliseconds(wait),
        limit: '',
        ratio: `(≤ ${MOST_MS} ms)`,
        kept: wait <= MOST_MS,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Three jobs today, each with a sitter. */
async function giveJobs(pool: Pool, owner: string): Promise<void> {
  await pool.query(
    `WITH posted AS (
       INSERT INTO jobs (owner_id, title, description, job_type, start_date, end_date, time_zone,
         total_amount, status, special_instructions, pet_name)
       SELECT $1, 'Walk ' || n, 'Round the pond.', 'dog_walking', now() + n * interval '1 minute',
         now() + n * interval '1 minute' + interval '5 hours', 'UTC', 20, 'claimed',
         'Half a pill at noon, in cheese.', 'Biscuit' FROM generate_series(30, 32) n RETURNING *)
     INSERT INTO job_claims (job_id, sitter_id, start_date, end_date)
     SELECT posted.id, sitter.id, posted.start_date, posted.end_date
     FROM (SELECT *, row_number() OVER () AS at FROM posted) posted
     JOIN (SELECT id, row_number() OVER (ORDER BY id) AS at FROM users
       WHERE role = 'pet_sitter' AND suspended_at IS NULL AND NOT EXISTS (
         SELECT FROM job_claims held WHERE held.sitter_id = users.id AND held.ended_at IS NULL)) sitter
       ON sitter.at = posted.at`,
    [owner],
  );
}

async function saveDay(
  context: BrowserContext,
  { origin, cookie }: { origin: string; cookie: string },
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([
    { name, value, url: origin },
    { name: 'kindpal_signed_in', value: '1', url: origin },
  ]);
  const page = await context.newPage();
  await page.goto(`${origin}/my-day`);
  await page.getByText(/^Saved at .* Opens offline/).waitFor();
  while (!(await page.evaluate('navigator.serviceWorker.controller !== null'))) {
    await page.waitForTimeout(200);
  }
  await page.close();
}

async function openDay(context: BrowserContext, origin: string): Promise<number> {
  const page: Page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(`${origin}/my-day`, { waitUntil: 'commit' });
  // One frame after it appears, it has been painted; the page's clock starts when it is
  // requested.
  const shown: number = await page.evaluate(`new Promise((resolve) => {
    const isSeen = () => document.querySelector('main article')?.getBoundingClientRect().height > 0;
    const look = () => requestAnimationFrame(isSeen() ? resolve : look);
    look();
  })`);
  await page.close();
  return shown;
}
