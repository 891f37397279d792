import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const port = process.env.PORT || '3000';
const webPort = process.env.WEB_PORT || '5173';
const env = {
  ...process.env,
  KINDPAL_MODE: 'development',
  PORT: port,
  APP_URL: process.env.APP_URL || `http://localhost:${webPort}`,
  API_URL: `http://localhost:${port}`,
};

// The server starts again when its code changes; the web pages are replaced in the browser.
const server = run(process.execPath, [
  '--watch-path=server/src',
  '--watch-path=contract/src',
  '--watch-preserve-output',
  'server/src/main.ts',
]);
const web = run('npm', ['run', 'dev', '-w', 'web', '--', '--port', webPort, '--strictPort']);
console.log(`Kindpal in development: ${env.APP_URL}`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop(signal));
}
server.once('exit', () => stop('SIGTERM'));
web.once('exit', () => stop('SIGTERM'));

function run(command: string, args: string[]): ChildProcess {
  return spawn(command, args, {
    cwd: project,
    env,
    stdio: 'inherit',
    // Ctrl-C reaches this process alone, which then ends both of them once.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
}

function stop(signal: NodeJS.Signals): void {
  if (stopping) return;
  stopping = true;
  for (const child of [web, server]) {
    if (child.exitCode !== null || child.pid === undefined) continue;
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  }
}
