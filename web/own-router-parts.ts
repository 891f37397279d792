import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Files of React Router, and our files that replace them in the browser. */
const PARTS: Record<string, string> = {
  // The original reloads the page after any failure, endlessly if the failure is permanent.
  'dom/ssr/routeModules.js': 'load-route-module.ts',
  // The originals load undiscovered routes and report to monitoring, both unused: 2.4 kB per page.
  'dom/ssr/fog-of-war.js': 'all-routes-known.ts',
  'router/instrumentation.js': 'no-instrumentation.ts',
};

/**
 * Replaces parts of React Router that no option can switch off. The build fails if the router has
 * moved one of them, or imports something from it that our file does not export.
 */
export function ownRouterParts(): Plugin {
  const missing = new Set(Object.keys(PARTS));
  return {
    name: 'own-router-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: Object.keys(PARTS).map(endsLike) },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        const theirs = /react-router\/dist\/\w+\/lib\/(.+)$/.exec(found?.id ?? '')?.[1] ?? '';
        const ours = PARTS[theirs];
        if (!ours) return undefined;
        missing.delete(theirs);
        return fileURLToPath(new URL(`./app/lib/router/${ours}`, import.meta.url));
      },
    },
    buildEnd(error) {
      if (error || missing.size === 0) return;
      this.error(`React Router has moved ${[...missing].join(' and ')}`);
    },
  };
}

/** Matches an import of the file from wherever it is imported. */
function endsLike(path: string): RegExp {
  return RegExp(`/${path.slice(path.lastIndexOf('/') + 1).replace('.', '\\.')}$`);
}
