import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const OURS = fileURLToPath(new URL('./app/lib/loading/import-file.ts', import.meta.url));

/**
 * Lazy code needs no style sheet of its own here (there is one for everything) and no preloading,
 * so the only task of Vite's helper around each `import()` is to make a failed one repeatable. The
 * build fails if Vite renames its helper, because failed imports would no longer be retried.
 */
export function bareImports(): Plugin {
  let isReplaced = false;
  return {
    name: 'bare-imports',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (id !== HELPER) return undefined;
      isReplaced = true;
      return `export { doImport as __vitePreload } from ${JSON.stringify(OURS)};`;
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('Vite has another helper around imports now');
    },
  };
}
