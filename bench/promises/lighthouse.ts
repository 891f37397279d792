import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import { findFreePort } from '../../scripts/find-free-port.ts';
import type { Bench, Community } from '../harness/bench.ts';
import { signInSome } from '../harness/sessions.ts';
import { median, type Verdict } from '../harness/verdict.ts';

const cli = join(import.meta.dirname, '../../node_modules/lighthouse/cli/index.js');
const RUNS = 3;
const PAGES = ['/', '/join', '/about', '/faq', '/terms', '/guidelines', '/privacy', '/contact'];
/** The minimum scores out of 100, in the order they are printed. */
const promises = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof promises;
type Promises = Partial<Record<Category, number>>;
/** Members' pages are judged by performance only: search engines never see them. */
const MEMBER_PROMISES: Promises = { performance: 85 };

/** Lighthouse's scores on a phone, for a newcomer and for a member: medians of three runs. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  const origin = `http://localhost:${kindpal.port}`;
  const verdicts: Verdict[] = [];
  for (const page of PAGES) verdicts.push(await measurePage({ origin, page, promises }));
  const memberPages = ['/dashboard', '/jobs', `/jobs/${await findOpenJob(pool)}`, '/pet-sitters'];
  await withMember({ origin, pool }, async (port) => {
    for (const page of memberPages) {
      verdicts.push(await measurePage({ origin, page, promises: MEMBER_PROMISES, port }));
    }
  });
  return verdicts;
}

async function findOpenJob(pool: Community['pool']): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM jobs WHERE status = 'open' ORDER BY created_at DESC LIMIT 1`,
  );
  return rows[0]?.id ?? '';
}

/** A browser with a signed-in sitter, controlled through its debugging port. */
async function withMember(
  { origin, pool }: { origin: string; pool: Community['pool'] },
  work: (port: number) => Promise<void>,
): Promise<void> {
  const [member] = await signInSome(pool, 1);
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext('', {
    executablePath: await findChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  });
  try {
    const cookies = [member?.cookie ?? '', 'kindpal_signed_in=1'].map((cookie) => {
      const [name = '', value = ''] = cookie.split('=', 2);
      return { name, value, url: origin };
    });
    await context.addCookies(cookies);
    await work(port);
  } finally {
    await context.close();
  }
}

type Page = { origin: string; page: string; promises: Promises; port?: number };

async function measurePage({ origin, page, promises, port }: Page): Promise<Verdict> {
  const categories = Object.keys(promises) as Category[];
  const runs: Promises[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await score(origin + page, { categories, port }));
  const seen = categories.map((category) => median(runs.map((scores) => scores[category] ?? 0)));
  const name = page.replace(/[0-9a-f-]{36}/, 'ID');
  return {
    promise: `Lighthouse on a phone, ${name}: ${categories.join(', ')}`,
    measured: seen.join(' / '),
    limit: '',
    ratio: `(≥ ${Object.values(promises).join(' / ')})`,
    kept: categories.every((category, i) => (seen[i] ?? 0) >= (promises[category] ?? 0)),
  };
}

type Asked = { categories: Category[]; port: number | undefined };

async function score(url: string, asked: Asked): Promise<Promises> {
  for (let tries = 1; ; tries++) {
    try {
      return await scoreOnce(url, asked);
    } catch (error) {
      // Chromium sometimes records no start of the navigation; Lighthouse asks to run it again.
      if (tries === 3 || !`${error}`.includes('NO_NAVSTART')) throw error;
    }
  }
}

async function scoreOnce(url: string, { categories: asked, port }: Asked): Promise<Promises> {
  const flags = ['--headless=new', ...chromiumArgs].join(' ');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      '--quiet',
      '--output=json',
      '--form-factor=mobile',
      `--only-categories=${asked.join(',')}`,
      ...(port ? [`--port=${port}`] : [`--chrome-flags=${flags}`]),
    ],
    { env: { ...process.env, CHROME_PATH: await findChromium() }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories, audits, finalDisplayedUrl } = JSON.parse(stdout) as Report;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const scores = asked.map((category) => {
    const { score, auditRefs } = categories[category];
    // For categories that must score 100, prints the failed audits.
    for (const { id } of category === 'performance' ? [] : auditRefs) {
      const audit = audits[id];
      if (audit?.score != null && audit.score < 1) console.error(`${url}: ${audit.title}`);
    }
    return [category, Math.round(score * 100)];
  });
  return Object.fromEntries(scores);
}

type Report = {
  finalDisplayedUrl: string;
  categories: Record<Category, { score: number; auditRefs: { id: string }[] }>;
  audits: Record<string, { title: string; score: number | null }>;
};
