import type { RouteConfigEntry } from '@react-router/dev/routes';
import pages from './app/routes.ts';

/** A page's address, such as `/jobs/:id`, and who may open it, by the guard around it. */
export type PageRoute = { path: string; viewer: 'anybody' | 'member' | 'staff' };

/** Every page of the web app from its list of routes. */
export async function listPages(): Promise<PageRoute[]> {
  return pagesOf(await pages).filter(({ path }) => !path.endsWith('*') && path !== '/styleguide');
}

/** Every address of the web app, such as `/jobs/:id`. */
export async function listRoutes(): Promise<string[]> {
  return (await listPages()).map(({ path }) => path);
}

function pagesOf(
  entries: RouteConfigEntry[],
  above: PageRoute = { path: '', viewer: 'anybody' },
): PageRoute[] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const here = { ...above, path: path ? `${above.path}/${path}` : above.path };
    if (file === 'routes/guards/signed-in.tsx') here.viewer = 'member';
    if (file === 'routes/guards/staff.tsx') here.viewer = 'staff';
    const own = index || (path && children.length === 0);
    return [...(own ? [{ ...here, path: here.path || '/' }] : []), ...pagesOf(children, here)];
  });
}
