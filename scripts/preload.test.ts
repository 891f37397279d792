import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '..');

/** The heap in MB of a process after loading a module, drizzle-orm unless another is given. */
function heapAfterLoading(flags: string[], module = 'drizzle-orm/node-postgres'): number {
  const program = `await import('${module}');
    console.log(process.memoryUsage().heapUsed / 1e6)`;
  const all = [...flags, '--input-type=module', '--eval', program];
  const said = execFileSync(process.execPath, all, { cwd: join(project, 'server') });
  return Number(said.toString());
}

test('a start does not read drizzle-orm’s package file again for each of its files', () => {
  const preloaded = heapAfterLoading(['--import', join(project, 'scripts/preload.js')]);
  expect(preloaded).toBeLessThan(heapAfterLoading([]) / 3);
});

test('a start keeps no code of the web build in memory: the server runs in its process', () => {
  const nothing = heapAfterLoading([], 'node:fs');
  const builder = heapAfterLoading([], join(project, 'scripts/build-web.ts'));
  expect(builder - nothing).toBeLessThan(10);
});

test.runIf(process.platform === 'linux')(
  'a start limits glibc to one arena, unless the operator has set a number',
  () => {
    const program = join(mkdtempSync(join(tmpdir(), 'kindpal-preload-')), 'arenas.mjs');
    writeFileSync(program, 'console.log(process.pid, process.env.MALLOC_ARENA_MAX)');
    const arenasWith = (set: NodeJS.ProcessEnv) => {
      const { MALLOC_ARENA_MAX: _, ...env } = process.env;
      const all = ['--import', join(project, 'scripts/preload.js'), program, 'argument'];
      const child = spawnSync(process.execPath, all, { env: { ...env, ...set } });
      const [pid, arenas] = child.stdout.toString().trim().split(' ');
      expect(Number(pid)).toBe(child.pid);
      return arenas;
    };
    expect(arenasWith({})).toBe('1');
    expect(arenasWith({ MALLOC_ARENA_MAX: '4' })).toBe('4');
  },
);

/** The resident memory in MB that 40 freed pictures leave behind, with this environment. */
function memoryLeftBehind(set: NodeJS.ProcessEnv): number {
  const program = join(mkdtempSync(join(tmpdir(), 'kindpal-preload-')), 'pictures.mjs');
  writeFileSync(
    program,
    `const before = process.memoryUsage.rss();
    let kept = [];
    for (let round = 0; round < 3; round++) {
      let pictures = [];
      for (let n = 0; n < 40; n++) {
        pictures.push(Buffer.alloc(3_000_000, 1));
        kept.push(Buffer.alloc(20_000, 1));
      }
      pictures = null;
      gc();
      // Their memory is freed by another thread.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    console.log((process.memoryUsage.rss() - before) / 1e6, kept.length);`,
  );
  const { MALLOC_ARENA_MAX: _, ...env } = process.env;
  const all = ['--expose-gc', '--import', join(project, 'scripts/preload.js'), program];
  const said = execFileSync(process.execPath, all, { env: { ...env, ...set } });
  return Number(said.toString().split(' ')[0]);
}

test.runIf(process.platform === 'linux')('pictures leave no memory behind [X5]', () => {
  expect(memoryLeftBehind({})).toBeLessThan(memoryLeftBehind({ MALLOC_ARENA_MAX: '1' }) / 3);
});

test('a thread of a process that was started with a channel runs', async () => {
  const program = join(mkdtempSync(join(tmpdir(), 'kindpal-preload-')), 'thread.mjs');
  writeFileSync(
    program,
    `import { Worker, isMainThread, parentPort } from 'node:worker_threads';
    if (!isMainThread) parentPort.postMessage('runs');
    else new Worker(new URL(import.meta.url)).once('message', (text) => process.send(text));`,
  );
  const { MALLOC_ARENA_MAX: _, ...env } = process.env;
  const execArgv = ['--import', join(project, 'scripts/preload.js')];
  const child = fork(program, { execArgv, env });
  expect((await once(child, 'message'))[0]).toBe('runs');
  child.disconnect();
});
