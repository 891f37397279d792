// Loaded before anything else, and JavaScript for that reason: what was compiled before is then taken
// from Node's cache, and its TypeScript compiler (12 MB) is not loaded at all.
import { enableCompileCache, registerHooks } from 'node:module';

enableCompileCache();

// For each of the hundred files of drizzle-orm Node would read its package.json of 179 kB again:
// 1.3 s and 160 MB of the start. docs/decisions/0012-memory.md
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
