import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells the addresses that the router in the browser knows from all others, which are answered with
 * the same page and a true 404: answers with the route of a path. The build of the web app lists them. [P2]
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
