import { type Browser, chromium, type Page } from '@playwright/test';
import type { Pool } from 'pg';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import type { Bench } from '../harness/bench.ts';
import { HttpConnection, requestOf } from '../harness/http-connection.ts';
import { judgeCall } from '../harness/judge-call.ts';
import { openListeners } from '../harness/listeners.ts';
import { compare } from '../harness/load.ts';
import { type SignedIn, signIn, signInSome } from '../harness/sessions.ts';
import { milliseconds, quantile, type Verdict } from '../harness/verdict.ts';

const STREAMS = 500;
const SITTERS = 250;
const CLAIMS = 80;
const MOST_MS = 150;
const ROWS = 100_000;
const SHARE = 0.5;

/**
 * The bell: how soon another browser shows a claim beside 500 streams, and the cost of counting
 * and listing.
 */
export async function measure(bench: Bench): Promise<Verdict[]> {
  return [...(await measureReads(bench)), await measureBell(bench)];
}

/**
 * The count and the newest 20 of a member with 100,000 notifications, compared to one prepared
 * statement each.
 */
async function measureReads(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const [, member] = (await signInSome(pool, 2, 'pet_owner')) as [SignedIn, SignedIn];
  await fillBell(pool, member.id);
  const verdicts: Verdict[] = [];
  for (const [title, path, bare] of [
    ['The bell’s count', '/rest/v1/rpc/count_notifications', '/unread'],
    ['The newest 20 notifications', '/rest/v1/notifications?limit=20', '/notifications'],
  ] as const) {
    const ours = requestOf(`GET ${path}`, { cookie: member.cookie });
    const limits = requestOf(`GET ${bare}/${member.id}`);
    const seen = await compare({
      ours: { port: kindpal.port, next: () => ours, status: 200 },
      bare: { port: limit.port, next: () => limits, status: 200 },
    });
    verdicts.push(...judgeCall(`${title}, of ${ROWS.toLocaleString('en-US')}`, seen, SHARE));
  }
  return verdicts;
}

async function fillBell(pool: Pool, member: string): Promise<void> {
  await pool.query(
    `INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, actor_id, job_title,
       mail_state, created_at)
     SELECT $1, 'jobs.claimed', 'bench ' || n, job.id, job.id, job.actor, job.title, 'none',
       now() - n * interval '1 minute'
     FROM (SELECT id, title, row_number() OVER (ORDER BY id) AS at,
       (SELECT id FROM users WHERE id <> $1 ORDER BY id LIMIT 1) AS actor FROM jobs LIMIT 1000) job
     JOIN generate_series(1, ${ROWS}) n ON n % 1000 = job.at - 1`,
    [member],
  );
  await pool.query('VACUUM ANALYZE notifications');
}

/**
 * From the press of Claim, before the commit, until the owner's bell changes in a real browser,
 * beside 500 other streams.
 */
async function measureBell(bench: Bench): Promise<Verdict> {
  const { kindpal, pool } = await bench.small();
  const sitters = await signInSome(pool, SITTERS);
  const listening = Array.from({ length: STREAMS }, (_, n) => sitters[n % SITTERS] as SignedIn);
  const listeners = await openListeners(
    kindpal.port,
    listening.map(({ cookie }) => requestOf('GET /realtime/v1', { cookie })),
    { ready: 'event: ready', mark: 'event: change' },
  );
  const { owner, jobs } = await makeJobs(pool);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArgs,
  });
  const connection = await HttpConnection.open(kindpal.port);
  try {
    const page = await openBell(browser, { port: kindpal.port, cookie: owner.cookie });
    const taken: number[] = [];
    for (const [turn, job_id] of jobs.entries()) {
      const shown = nextChange(page, turn + 1);
      // The notified page also refetches: don't claim during that.
      await page.waitForTimeout(200);
      const { cookie } = sitters[turn] as SignedIn;
      const began = performance.timeOrigin + performance.now();
      const answer = await connection.send(
        requestOf('POST /rest/v1/job_claims', { cookie, body: { job_id } }),
      );
      if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.body}`);
      taken.push((await shown) - began);
    }
    const [p50, p99] = [quantile(taken, 0.5), quantile(taken, 0.99)];
    return {
      promise: `From a claim to the owner’s bell in another browser, beside ${STREAMS} streams: p50; p99`,
      measured: `${milliseconds(p50)}; ${milliseconds(p99)}`,
      limit: '',
      ratio: `(p99 ≤ ${MOST_MS} ms)`,
      kept: p99 <= MOST_MS,
    };
  } finally {
    connection.close();
    listeners.close();
    await browser.close();
  }
}

/** An owner without notifications and with a job for each claim, all at different times. */
async function makeJobs(pool: Pool): Promise<{ owner: SignedIn; jobs: string[] }> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM users WHERE role = 'pet_owner' AND suspended_at IS NULL
       AND NOT EXISTS (SELECT FROM notifications WHERE member_id = users.id) ORDER BY id DESC LIMIT 1`,
  );
  const [owner] = (await signIn(pool, [rows[0]?.id ?? ''])) as [SignedIn];
  const made = await pool.query<{ id: string }>(
    `INSERT INTO jobs (owner_id, title, description, job_type, start_date, end_date, time_zone, total_amount)
     SELECT $1, 'Walk ' || n, 'Round the pond.', 'dog_walking', now() + n * interval '3 days' + interval '4 years',
       now() + n * interval '3 days' + interval '4 years 1 hour', 'America/New_York', 20
     FROM generate_series(1, ${CLAIMS}) n RETURNING id`,
    [owner.id],
  );
  return { owner, jobs: made.rows.map(({ id }) => id) };
}

async function openBell(
  browser: Browser,
  { port, cookie }: { port: number; cookie: string },
): Promise<Page> {
  const url = `http://localhost:${port}`;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([
    { name, value, url },
    { name: 'kindpal_signed_in', value: '1', url },
  ]);
  const page = await context.newPage();
  await page.goto(`${url}/messages`);
  await page.waitForSelector('[aria-label^="Notifications"]');
  await page.waitForTimeout(3_000);
  return page;
}

/** When the bell shows this count, in milliseconds since 1970. */
function nextChange(page: Page, unread: number): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('[aria-label="Notifications, ${unread} unread"]')) return;
      watch.disconnect();
      resolve(performance.timeOrigin + performance.now());
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  })`);
}
