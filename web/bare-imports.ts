import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

/**
 * What is loaded on demand needs no style sheet of its own here (there is one for all) and no
 * preloading, so Vite's helper around each `import()` comes down to the import.
 */
export function bareImports(): Plugin {
  return {
    name: 'bare-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}
