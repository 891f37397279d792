import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const OURS = fileURLToPath(new URL('./app/lib/import-file.ts', import.meta.url));

/**
 * What is loaded on demand needs no style sheet of its own here (there is one for all) and no
 * preloading, so Vite's helper around each `import()` only makes a failed one repeatable. The build
 * fails when Vite names its helper differently: failed imports would no longer be repeated.
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
