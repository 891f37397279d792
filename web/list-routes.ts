import type { RouteConfigEntry } from '@react-router/dev/routes';
import pages from './app/routes.ts';

/** Every address of the web app from its list of routes, such as `/jobs/:id`. */
export async function listRoutes(): Promise<string[]> {
  return addressesOf(await pages).filter((path) => !path.endsWith('*') && path !== '/styleguide');
}

function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above;
    const own = index || (path && children.length === 0) ? [here || '/'] : [];
    return [...own, ...addressesOf(children, here)];
  });
}
