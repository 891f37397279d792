import { journeys, lint, runChecks, types, vitest } from './run-checks.ts';

await runChecks([lint, types, vitest('Unit and server tests'), journeys]);
