// Loaded before anything else, and JavaScript for that reason: compiled code then comes from Node's
// cache, and Node's TypeScript compiler (12 MB) is not loaded at all.
import { enableCompileCache, registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// glibc keeps freed memory in an arena per thread, and reads how many it may create only when a
// process starts. So the process replaces itself by one with a single arena, which saves 12 MB or
// more; its pid and output stay. A channel to a parent process would be lost, and a thread, which
// loads this file as well, cannot do it. Blocks of 1 MB or more, such as uploaded pictures, are
// returned to the system one by one: by default, glibc stops doing so after the first, and dozens
// then remain between smaller ones.
// docs/decisions/0012-memory.md
const canReplaceItself = process.platform === 'linux' && isMainThread && !process.channel;
if (canReplaceItself && !process.env.MALLOC_ARENA_MAX) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, {
    MALLOC_MMAP_THRESHOLD_: '1048576',
    ...process.env,
    MALLOC_ARENA_MAX: '1',
  });
}

enableCompileCache();

// Otherwise Node reads drizzle-orm's package.json (179 kB) again for each of its hundred files,
// which costs 1.3 s and 160 MB at startup. docs/decisions/0012-memory.md
registerHooks({
  resolve(specifier, context, next) {
    const isOwnFile = /^\.\.?\/.*\.js$/.test(specifier);
    if (!isOwnFile || !context.parentURL?.includes('/node_modules/drizzle-orm/')) {
      return next(specifier, context);
    }
    const url = new URL(specifier, context.parentURL).href;
    return { url, format: 'module', shortCircuit: true };
  },
});
