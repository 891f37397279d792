import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const embedded = join(import.meta.dirname, '../db/embedded/start-embedded-postgres.ts');

/** A separate process that runs the embedded database of a data directory until it is stopped. */
export interface KindpalProcess {
  child: ChildProcess;
  ownerUrl: string;
  lines: string[];
}

/** Starts such a process, optionally as another user; rejects with its output. */
export async function startKindpalProcess(
  dataDir: string,
  user?: { uid: number; gid: number },
): Promise<KindpalProcess> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(embedded)};
    const log = (line) => console.log(line);
    const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    process.on('SIGTERM', () => stop().then(() => process.exit(0)));
    console.log('URL ' + ownerUrl);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    ...user,
  });
  let said = '';
  const ownerUrl = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /^URL (.*)$/m.exec(said);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(said)));
    child.once('error', reject);
  });
  return { child, ownerUrl, lines: said.split('\n') };
}

/** Sends a signal to a process and waits until it has ended. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
