import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { takeReadmeScreens } from '../e2e/screens/readme-screens.ts';
import { takeScreens } from '../e2e/screens/screens.ts';
import { makeTempDataDir, removeTempDataDir } from '../server/src/testing/make-temp-data-dir.ts';
import { startOutsideProvider } from '../server/src/testing/outside/outside-provider.ts';
import { findFreePort } from './find-free-port.ts';

// Screenshots of every screen, on a separate demo community. Arguments select sets, or screens such
// as `full/dashboard`; `readme` takes the screenshots of README.
const project = join(import.meta.dirname, '..');
const dir = join(project, 'test-results/screens');
const demo = await startDemo();
try {
  const only = process.argv.slice(2);
  if (only.includes('readme')) {
    await takeReadmeScreens(demo, join(project, 'docs/screens'));
  } else {
    const count = await takeScreens({ demo, dir, only });
    console.log(`${count} pictures: ${join(dir, 'index.html')}`);
  }
} finally {
  await demo.stop();
}

async function startDemo() {
  const dataDir = makeTempDataDir();
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const provider = await startOutsideProvider(origin);
  const child = spawn(process.execPath, [join(project, 'scripts/demo.ts')], {
    cwd: project,
    env: {
      ...process.env,
      PORT: `${port}`,
      DATA_DIR: dataDir,
      // Hundreds of pages are opened from one address in a few minutes.
      LIMIT_SCALE: '100',
      EMERGENCY_NUMBER: '911',
      OIDC_PROVIDERS: JSON.stringify([provider.setting]),
    },
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
    dataDir: join(dataDir, 'demo'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await provider.stop();
      removeTempDataDir(dataDir);
    },
  };
}
