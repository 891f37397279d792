import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const OURS = fileURLToPath(new URL('./app/lib/import-file.ts', import.meta.url));

/**
 * What is loaded on demand needs no style sheet of its own here (there is one for all) and no
 * preloading, so Vite's helper around each `import()` only makes a failed one repeatable.
 */
export function bareImports(): Plugin {
  return {
    name: 'bare-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) =>
      id === HELPER
        ? `export { doImport as __vitePreload } from ${JSON.stringify(OURS)};`
        : undefined,
  };
}
