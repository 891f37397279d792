import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { takeScreens } from '../e2e/screens.ts';
import { makeTempDataDir, removeTempDataDir } from '../server/src/testing/make-temp-data-dir.ts';
import { findFreePort } from './find-free-port.ts';

// Pictures of every screen, on a demo community of its own.
const project = join(import.meta.dirname, '..');
const dir = join(project, 'test-results/screens');
const demo = await startDemo();
try {
  const count = await takeScreens(demo.origin, dir);
  console.log(`${count} pictures: ${join(dir, 'index.html')}`);
} finally {
  await demo.stop();
}

async function startDemo(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const dataDir = makeTempDataDir();
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(project, 'scripts/demo.ts')], {
    cwd: project,
    env: { ...process.env, PORT: `${port}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (child.exitCode === null && !(await isReady())) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      removeTempDataDir(dataDir);
    },
  };
}
