import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Files of React Router, and the files of ours that take their place in the browser. */
const PARTS: Record<string, string> = {
  // Theirs reloads the page after any failure, without end where the failure stays.
  'dom/ssr/routeModules.js': 'load-route-module.ts',
  // Theirs fetch routes that a page does not name, and report to a monitor: 2.4 kB on every page.
  'dom/ssr/fog-of-war.js': 'router/all-routes-known.ts',
  'router/instrumentation.js': 'router/no-instrumentation.ts',
};

/**
 * Takes the place of parts of React Router that it has no option for. The build fails when the
 * router has moved one of them, or takes from it what ours does not have.
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
        return fileURLToPath(new URL(`./app/lib/${ours}`, import.meta.url));
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
