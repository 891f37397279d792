import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const project = join(import.meta.dirname, '..');

/** How many checks of one kind passed, failed or were skipped. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** One step of a test run: a title, and a function that runs and counts it. */
export type Check = [title: string, run: (reportDir: string) => Promise<Tally>];

/** The last output lines of each failed command. */
const failures: string[] = [];
const LINES_OF_A_FAILURE = 80;

/**
 * Runs all checks in turn, even after a failure, repeats the end of each failure, and prints `N
 * passed, N failed` last. The exit code is non-zero after any failure.
 */
export async function runChecks(checks: Check[]): Promise<void> {
  const reportDir = mkdtempSync(join(tmpdir(), 'kindpal-report-'));
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const [title, run] of checks) {
    console.log(`\n== ${title}`);
    const tally = await run(reportDir);
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped += tally.skipped;
  }
  rmSync(reportDir, { recursive: true, force: true });
  for (const failure of failures) console.log(failure);
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

export const lint: Check = [
  'Format and lint',
  () => tallyCommands(['biome', 'check', '.'], ['oxlint']),
];

export const types: Check = [
  'Types',
  async () => {
    const [server, web] = await Promise.all([
      tallyCommands(['tsc', '-p', 'tsconfig.json']),
      tallyCommands(['react-router', 'typegen', 'web'], ['tsc', '-p', 'web/tsconfig.json']),
    ]);
    return { passed: server.passed + web.passed, failed: server.failed + web.failed, skipped: 0 };
  },
];

/** The tests of these projects of vitest.config.ts, or of all. */
export function vitest(title: string, projects: string[] = []): Check {
  return [
    title,
    async (reportDir) => {
      const report = join(reportDir, 'vitest.json');
      const code = await run([
        'vitest',
        'run',
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...projects.map((name) => `--project=${name}`),
      ]);
      return honest(code, countVitest(report));
    },
  ];
}

/** The journeys in a browser. */
export const journeys: Check = [
  'Journeys in a browser',
  async (reportDir) => {
    const report = join(reportDir, 'playwright.json');
    const code = await run(['playwright', 'test', '-c', 'e2e/playwright.config.ts'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    });
    return honest(code, countPlaywright(report));
  },
];

/** Counts a chain of commands as one check. */
async function tallyCommands(...commands: string[][]): Promise<Tally> {
  for (const command of commands) {
    if ((await run(command)) !== 0) return { passed: 0, failed: 1, skipped: 0 };
  }
  return { passed: 1, failed: 0, skipped: 0 };
}

/** A run that failed without a failed test counts as one failure, labeled as such. */
function honest(code: number, tally: Tally): Tally {
  if (code === 0 || tally.failed > 0) return tally;
  console.log(
    `Ended with ${code}, though no test failed: above stands an error from outside of tests`,
  );
  return { ...tally, failed: 1 };
}

function countVitest(file: string): Tally {
  const none = { passed: 0, failed: 0, skipped: 0 };
  if (!existsSync(file)) return none;
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countPlaywright(file: string): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  };
}

function run([command = '', ...args]: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const path = [join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: project,
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, ...color, ...env },
      shell: process.platform === 'win32',
    });
    let last = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.setEncoding('utf8').on('data', (text: string) => {
        to.write(text);
        last = (last + text).split('\n').slice(-LINES_OF_A_FAILURE).join('\n');
      });
    }
    const end = (code: number) => {
      if (code !== 0) failures.push(`\n== Failed: ${command} ${args.join(' ')}\n${last}`);
      resolve(code);
    };
    child
      .once('error', (error) => {
        console.error(error.message);
        end(1);
      })
      .once('close', (code) => end(code ?? 1));
  });
}
