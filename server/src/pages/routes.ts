import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Looks up the browser route of a path; other paths get the same page with a real 404. The web
 * build lists the routes. [P2]
 */
export function readRoutes(build: string): (path: string) => string | undefined {
  const list = join(build, 'routes.json');
  const routes: string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  const patterns = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`),
  }));
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.route;
}
