import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files share what their worker has loaded: each has a database of its own to be alone in, and
// loading the server again for every file would take most of the time.
const common = { testTimeout: 60_000, hookTimeout: 120_000, isolate: false };

const WEB_TESTS = 'web/app/**/*.test.{ts,tsx}';
/** Share nothing: a module that another file has loaded keeps what it imported, not the mocks. */
const withMocks = globSync(WEB_TESTS, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
);
const resolve = { alias: { '~': fileURLToPath(new URL('./web/app', import.meta.url)) } };

/** Each takes a minute or two: begun late, it is what the other workers wait for at the end. */
const LONGEST = [
  '/testing/matrix/matrix.test.ts',
  '/faults/stop.test.ts',
  '/faults/silent-start.test.ts',
  '/backup/backup.test.ts',
];

function beginProjectWith(files: TestSpecification[], path: string): TestSpecification[] {
  const first = files.find(({ moduleId }) => moduleId.endsWith(path));
  if (!first) return files;
  const others = files.filter((file) => file !== first);
  const start = others.findIndex(({ project }) => project.name === first.project.name);
  return start < 0 ? files : others.toSpliced(start, 0, first);
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return LONGEST.reduce(beginProjectWith, await super.sort(files));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The database of the tests wants its share of a small machine too.
    maxWorkers: 2,
    // Databases that are shut down on a slow disk: a run that is cut off there counts as failed.
    teardownTimeout: 60_000,
    projects: [
      { test: { ...common, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { ...common, name: 'scripts', include: ['scripts/*.test.ts'] } },
      { resolve, test: { ...common, name: 'web', include: [WEB_TESTS], exclude: withMocks } },
      { resolve, test: { ...common, isolate: true, name: 'web-mocks', include: withMocks } },
      {
        test: {
          ...common,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: [
            'server/src/**/*.plan.test.ts',
            'server/src/db/embedded/**',
            'server/src/faults/**',
            'server/src/testing/fuzz/**',
          ],
          globalSetup: 'server/src/testing/global-setup.ts',
        },
      },
      {
        // Starts and kills databases of its own: only `npm test` waits for it. These mostly wait
        // for processes, so four run at a time, after all others.
        test: {
          ...common,
          name: 'embedded',
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          include: ['server/src/db/embedded/**/*.test.ts'],
        },
      },
      {
        // Statements planned on large uneven data, on PostgreSQL 15 as well where it is installed.
        test: {
          ...common,
          name: 'plans',
          include: ['server/src/**/*.plan.test.ts'],
          globalSetup: 'server/src/testing/global-setup.ts',
        },
      },
      {
        // Thousands of generated requests: only `npm test` waits for them.
        test: {
          ...common,
          name: 'fuzz',
          include: ['server/src/testing/fuzz/**/*.test.ts'],
          globalSetup: 'server/src/testing/global-setup.ts',
        },
      },
      {
        // Whole servers in processes of their own that are killed, cut off and kept waiting: four
        // at a time too.
        test: {
          ...common,
          testTimeout: 180_000,
          name: 'faults',
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          include: ['server/src/faults/**/*.test.ts'],
          globalSetup: 'server/src/testing/global-setup.ts',
        },
      },
    ],
  },
});
