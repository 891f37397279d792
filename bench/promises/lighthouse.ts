import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import type { Bench } from '../harness/bench.ts';
import { median, type Verdict } from '../harness/verdict.ts';

const cli = join(import.meta.dirname, '../../node_modules/lighthouse/cli/index.js');
const RUNS = 3;
const promises = { performance: 95, accessibility: 100 } as const;
type Category = keyof typeof promises;
type Scores = Record<Category, number>;

/** Lighthouse's scores of the landing page on a phone: the median of three runs. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal } = await bench.small();
  const runs: Scores[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await score(`http://localhost:${kindpal.port}/`));
  return (Object.keys(promises) as Category[]).map((category) => {
    const seen = median(runs.map((scores) => scores[category]));
    return {
      promise: `Lighthouse on a phone, landing page: ${category}`,
      measured: `${seen}`,
      limit: '',
      ratio: `(≥ ${promises[category]})`,
      kept: seen >= promises[category],
    };
  });
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
      `--only-categories=${Object.keys(promises).join(',')}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: await findChromium() }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories } = JSON.parse(stdout) as { categories: Record<Category, { score: number }> };
  const points = (category: Category) => Math.round(categories[category].score * 100);
  return { performance: points('performance'), accessibility: points('accessibility') };
}
