import { listPages, listRoutes, type PageRoute } from '../../web/list-routes.ts';

/** The routes of the web app that none of these addresses match. */
export async function unseenRoutes(addresses: string[]): Promise<string[]> {
  const routes = await listRoutes();
  const patterns = routes.map((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`));
  const seen = addresses.map((address) => {
    const path = address.replace(/[?#].*/, '');
    // `/admin/users/identity` also fits `/admin/users/:userId`: a route without an id comes first.
    return routes.includes(path)
      ? path
      : routes[patterns.findIndex((pattern) => pattern.test(path))];
  });
  return routes.filter((route) => !seen.includes(route));
}

/**
 * The addresses of the pages for this viewer that need no id, except those that these addresses
 * already open: a page that is added to the routes is opened without a line here.
 */
export async function otherPages(
  viewer: PageRoute['viewer'],
  addresses: string[],
): Promise<string[]> {
  const unseen = await unseenRoutes(addresses);
  const pages = (await listPages()).filter((page) => page.viewer === viewer);
  return pages
    .map(({ path }) => path)
    .filter((path) => unseen.includes(path) && !path.includes(':'));
}
