import { once } from 'node:events';
import { parseEnv } from './env.ts';
import { startKindpal } from './start.ts';

/** Starts the product with the process's settings and stops it in order on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const kindpal = await startKindpal(parseEnv(process.env));
  await signal;
  await kindpal.stop();
  process.exit(0);
}

main().catch((error: unknown) => {
  // A failed query's own message holds every value of it; what PostgreSQL said is beneath.
  const said = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const line = said instanceof Error ? said.message : String(said);
  const trace = process.env.LOG_LEVEL === 'debug' && error instanceof Error ? error.stack : '';
  process.stderr.write(`Kindpal could not start: ${line}\n${trace}`);
  process.exit(1);
});
