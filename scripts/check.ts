import { type Check, lint, runChecks, types, vitest } from './run-checks.ts';

const tests = vitest('Unit and server tests', [
  'contract',
  'scripts',
  'web',
  'web-mocks',
  'server',
]);
const CHECKS: Record<string, Check> = { lint, types, tests };

// `npm run check -- types` runs one of them.
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}: ${Object.keys(CHECKS).join(', ')}.`);
  process.exit(1);
}
await runChecks(
  Object.entries(CHECKS).flatMap(([name, check]) =>
    asked.length === 0 || asked.includes(name) ? [check] : [],
  ),
);
