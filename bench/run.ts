import { buildWebIfStale } from '../scripts/build-web.ts';
import { type Bench, withBench } from './harness/bench.ts';
import { lineOf, printVerdicts, type Verdict } from './harness/verdict.ts';

/**
 * The file names of all promises, in the order they are measured, given ones as well: later ones
 * fill the database with what earlier ones do not expect.
 */
const promises = [
  'list-open-jobs',
  'get-job',
  'list-messages',
  'send-message',
  'inbox',
  'memory',
  'claim-race',
  'sign-in-storm',
  'sign-in-memory',
  'event-loop',
  'live-events',
  'web-size',
  'felt',
  'lighthouse',
  'my-jobs',
  'search',
  'pages',
  'places',
  'profile',
  'directory',
  'moderation-queue',
  'trust-path',
  'bell',
  'new-job-mails',
  'slow-picture',
  'my-day-offline',
];

/** `npm run bench [-- search pages]`: measures all promises, or the given ones. */
async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => !promises.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${promises.join(', ')}`);
  }
  const chosen = promises.filter((name) => named.length === 0 || named.includes(name));
  buildWebIfStale();
  const verdicts: Verdict[] = [];
  await withBench(async (bench) => {
    for (const name of chosen) {
      console.error(`Measuring ${name}`);
      const measured = await measure(name, bench);
      // A run takes most of an hour: one that is interrupted has shown what it measured.
      for (const verdict of measured) console.error(lineOf(verdict));
      verdicts.push(...measured);
    }
  });
  printVerdicts(verdicts);
  const broken = verdicts.filter(({ kept }) => !kept).length;
  console.log(`\n${verdicts.length - broken} promises kept, ${broken} broken`);
  process.exitCode = broken > 0 ? 1 : 0;
}

/** A promise that can't be measured counts as broken. */
async function measure(name: string, bench: Bench): Promise<Verdict[]> {
  try {
    const promise: { measure(bench: Bench): Promise<Verdict[]> } = await import(
      `./promises/${name}.ts`
    );
    return await promise.measure(bench);
  } catch (error) {
    console.error(error);
    const measured = error instanceof Error ? error.message.slice(0, 80) : String(error);
    return [{ promise: name, measured, limit: '', ratio: '', kept: false }];
  }
}

await main();
