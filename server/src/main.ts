import { once } from 'node:events';
import { parseEnv } from './env.ts';
import { createLog } from './log/create-log.ts';
import { describeFault } from './log/describe-fault.ts';
import { openOutput } from './log/output.ts';
import { startFailure } from './log/start-failure.ts';
import { startKindpal } from './start.ts';
import { STOP } from './timeouts.ts';

const output = openOutput(1);
const stopping = new AbortController();

/** Starts the product with the process's settings and shuts it down on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const log = createLog(env, output);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0));
  // Nothing waited for it, so nothing depends on it: its own work failed, the rest continues.
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'));
  // The state may be inconsistent: shut down, and let the process be restarted.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception: the process exits');
    stop(1);
  });
  const kindpal = await startKindpal(env, { signal: stopping.signal, output });
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  await kindpal.stop();
  process.exit();
}

/** Shuts this process down, with a time limit; the first call sets the exit code. */
function stop(code: number): void {
  if (stopping.signal.aborted) return;
  process.exitCode = code;
  setTimeout(() => {
    output.write('Kindpal did not stop in time and is ended\n');
    process.exit(code || 1);
  }, STOP.whole);
  stopping.abort();
}

main().catch((error: unknown) => {
  if (stopping.signal.aborted) process.exit();
  const trace = process.env.LOG_LEVEL === 'debug' ? (describeFault(error).stack ?? '') : '';
  openOutput(2).write(`Kindpal could not start: ${startFailure(error)}\n${trace}`);
  process.exit(1);
});
