import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import pages from '../../../web/app/routes.ts';
import config from '../../../web/react-router.config.ts';
import { isRoute, ROUTES } from './routes.ts';

/** Every address of the web app, from its own table of contents. */
function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above;
    const own = index || (path && children.length === 0) ? [here || '/'] : [];
    return [...own, ...addressesOf(children, here)];
  });
}

it('the server knows every page of the web app, and no other [P2]', async () => {
  const shown = addressesOf(await pages).filter(
    (path) => !path.endsWith('*') && path !== '/styleguide',
  );
  const prerendered = config.prerender as string[];
  const rest = shown.filter((path) => !prerendered.includes(path));
  expect(rest.map((path) => path.replace(/:\w+/, ':id')).sort()).toEqual([...ROUTES].sort());
});

it('an unknown path is no page [P2]', () => {
  expect(isRoute('/jobs/0b7c')).toBe(true);
  expect(isRoute('/jobs/0b7c/more')).toBe(false);
  expect(isRoute('/wp-admin')).toBe(false);
});
