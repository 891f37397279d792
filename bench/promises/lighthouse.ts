import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import type { Bench } from '../harness/bench.ts';
import { median, type Verdict } from '../harness/verdict.ts';

const cli = join(import.meta.dirname, '../../node_modules/lighthouse/cli/index.js');
const RUNS = 3;
const PAGES = ['/', '/about', '/faq', '/join'];
/** The least points of 100, in the order that they are printed. */
const promises = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof promises;
type Scores = Record<Category, number>;
const CATEGORIES = Object.keys(promises) as Category[];

/** Lighthouse's scores of the pages that a newcomer sees, on a phone: medians of three runs. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal } = await bench.small();
  const verdicts: Verdict[] = [];
  for (const page of PAGES) {
    const runs: Scores[] = [];
    for (let run = 0; run < RUNS; run++) {
      runs.push(await score(`http://localhost:${kindpal.port}${page}`));
    }
    const seen = CATEGORIES.map((category) => median(runs.map((scores) => scores[category])));
    verdicts.push({
      promise: `Lighthouse on a phone, ${page}: ${CATEGORIES.join(', ')}`,
      measured: seen.join(' / '),
      limit: '',
      ratio: `(≥ ${Object.values(promises).join(' / ')})`,
      kept: CATEGORIES.every((category, i) => (seen[i] ?? 0) >= promises[category]),
    });
  }
  return verdicts;
}

async function score(url: string): Promise<Scores> {
  const flags = ['--headless=new', ...chromiumArgs].join(' ');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      '--quiet',
      '--output=json',
      '--form-factor=mobile',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: await findChromium() }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories, audits } = JSON.parse(stdout) as Report;
  const scores = CATEGORIES.map((category) => {
    const { score, auditRefs } = categories[category];
    // What costs points in the categories that promise all of them is said, to be mended.
    for (const { id } of category === 'performance' ? [] : auditRefs) {
      const audit = audits[id];
      if (audit?.score != null && audit.score < 1) console.error(`${url}: ${audit.title}`);
    }
    return [category, Math.round(score * 100)];
  });
  return Object.fromEntries(scores);
}

type Report = {
  categories: Record<Category, { score: number; auditRefs: { id: string }[] }>;
  audits: Record<string, { title: string; score: number | null }>;
};
