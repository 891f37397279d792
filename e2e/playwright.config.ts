import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts';
import { findFreePort } from '../scripts/find-free-port.ts';
import { ANNOUNCEMENT } from './support/community.ts';

// Workers read this file too and inherit the first process's values.
process.env.KINDPAL_JOURNEYS_PORT ??= `${await findFreePort()}`;
const port = process.env.KINDPAL_JOURNEYS_PORT;
const project = join(import.meta.dirname, '..');
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

/** Members do these on their phone; `looks.test.ts` checks the same pages on a desktop too. */
const ON_A_PHONE = [
  'account.test.ts',
  'outside-providers.test.ts',
  'presses.test.ts',
  'second-factor.test.ts',
  'security.test.ts',
  'trust.test.ts',
  'unsaved.test.ts',
];

/** Width or touch changes what these do. All others run on a desktop only. */
const ON_BOTH = [
  'directory.test.ts',
  'going-back.test.ts',
  'looks.test.ts',
  'main-job.test.ts',
  'menus.test.ts',
  'moderation.test.ts',
  'my-jobs.test.ts',
  'recovery.test.ts',
];

export default defineConfig({
  testDir: '.',
  outputDir: join(project, 'test-results/journeys'),
  workers: 3,
  fullyParallel: false,
  // Two browsers may starve on two cores. A test that passes only on the second try is reported
  // as flaky.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // These only end what is stuck: a journey may take three times as long on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: 'chromium',
    launchOptions: { executablePath: await findChromium(), args: chromiumArgs },
    // Animations without a graphics card take a tenth of the time; `going-back.test.ts` allows
    // them.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A service worker's requests bypass a journey's routes; `offline.test.ts` allows them.
    serviceWorkers: 'block',
    // Tracing takes a third of the CPU time, so only the second try is traced.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: ON_A_PHONE,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testMatch: [...ON_A_PHONE, ...ON_BOTH],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: `"${process.execPath}" --import ./scripts/preload.js scripts/serve-journeys.ts`,
    cwd: project,
    // The members of all journeys join from one address, in one hour.
    env: { PORT: port, EMERGENCY_NUMBER: '911', LIMIT_SCALE: '20' },
    timeout: 180_000,
    // The server's output reaches the journeys as FOUNDER_LINK, SETUP_TOKEN and KINDPAL_DATA_DIR.
    wait: { stdout: ANNOUNCEMENT },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
});
