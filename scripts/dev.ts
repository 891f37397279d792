import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithNpm } from './end-with-npm.ts';

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

// The server restarts when its code changes; the web pages are updated in the browser.
const server = run(process.execPath, [
  '--watch-path=server/src',
  '--watch-path=contract/src',
  '--watch-preserve-output',
  'server/src/main.ts',
]);
const web = run('npm', ['run', 'dev', '-w', 'web', '--', '--port', webPort, '--strictPort']);
console.log(`Kindpal in development: ${env.APP_URL}`);

let stopping = false;
endWithNpm();
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
    // Ctrl-C only reaches this process, which then stops both.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
}

function stop(signal: NodeJS.Signals): void {
  if (stopping) return;
  stopping = true;
  // The watcher forwards the signal; npm does not, so the web's whole process group gets it.
  if (server.exitCode === null) server.kill(signal);
  if (web.exitCode === null && web.pid !== undefined) {
    if (process.platform === 'win32') web.kill(signal);
    else process.kill(-web.pid, signal);
  }
}
