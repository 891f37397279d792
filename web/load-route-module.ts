import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const THEIRS = /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/;
const OURS = fileURLToPath(new URL('./app/lib/load-route-module.ts', import.meta.url));

/**
 * Replaces the router's own loading of a route's code, which reloads the page after any failure,
 * endlessly if the failure persists. The build fails if the router has moved that file.
 */
export function durableRouteModules(): Plugin {
  let isReplaced = false;
  return {
    name: 'durable-route-modules',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (!source.endsWith('/routeModules.js')) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || !THEIRS.test(found.id)) return undefined;
      isReplaced = true;
      return OURS;
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('React Router loads route modules in another file now');
    },
  };
}
