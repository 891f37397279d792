import { dirname } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import type { Account, Session } from '@kindpal/contract/account/schema';
import { Hono } from 'hono';
import { encodingFor } from './encoding-for.ts';
import type { FirstAnswers } from './first-answers.ts';
import {
  inTime,
  type PageStart,
  readPageFiles,
  withData,
  withPreloads,
  withStart,
} from './member-page.ts';
import { readRoutes } from './routes.ts';
import { encodeStaticFile, readStaticFiles, type StaticFile } from './static-files.ts';

const FALLBACK = '/__spa-fallback.html';

type WebApp = {
  /** The build folder that is served. */
  folder: string;
  appUrl: string;
  /** This instance's settings, for the script of every page. */
  config: object;
  /** The session of a request's cookies. */
  findSession: (cookies: string) => Promise<Session | null>;
  /** The answers that the script of a member's page would request first, by address. */
  findAnswers: (user: Account, page: RequestedPage) => Promise<FirstAnswers>;
};
type RequestedPage = { route: string; path: string; exchange: HttpBindings };

/**
 * Serves the built web app: prerendered pages at their addresses, immutable assets, and the
 * fallback page for every other address, where the browser's router takes over.
 */
export function webApp(options: WebApp): Hono<{ Bindings: HttpBindings }> {
  const { folder, appUrl, config, findSession, findAnswers } = options;
  const findRoute = readRoutes(dirname(folder));
  const assets = readStaticFiles(folder, appUrl);
  for (const [path, file] of assets) {
    if (path.endsWith('.html')) assets.set(path, withData(file, 'config', config));
  }
  const routePages = createRoutePages(assets.get(FALLBACK), dirname(folder));
  const app = new Hono<{ Bindings: HttpBindings }>();

  async function findStart(cookies: string, page: RequestedPage): Promise<PageStart | null> {
    const session = await findSession(cookies);
    return session && { session, ...(await findAnswers(session.user, page)) };
  }

  app.get('*', async (c) => {
    const path = c.req.path.replace(/\/+$/, '') || '/';
    const own = assets.get(path) ?? assets.get(`${path === '/' ? '' : path}/index.html`);
    const route = findRoute(path);
    const cookies = c.req.header('cookie');
    const isRouters = !own && wantsPage(c.req.header('accept'));
    const isMembers = isRouters && route !== undefined && cookies !== undefined;
    const page = { route: route ?? '', path, exchange: c.env };
    const start = isMembers ? await inTime(() => findStart(cookies, page)) : null;
    const asset = isRouters ? routePages(route, start) : own;
    if (!asset) return c.text('Not found', 404);
    const encoding = asset.isText ? encodingFor(c) : 'identity';
    if (encoding === 'none') return c.text('Not acceptable', 406, { vary: 'accept-encoding' });
    return c.body(await encodeStaticFile(asset, encoding), own || route ? 200 : 404, {
      ...asset.headers,
      'content-type': asset.type,
      ...(asset.isText ? { vary: 'accept-encoding' } : {}),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      // Pages drawn by the router are for members, not for search engines.
      ...(own ? {} : { 'x-robots-tag': 'noindex' }),
    });
  });
  return app;
}

/** Makes the router's pages from the fallback page; shared parts are made once. */
function createRoutePages(fallback: StaticFile | undefined, build: string) {
  const { pages, members } = readPageFiles(build);
  const made = new Map<string, { visitors: StaticFile; members: StaticFile }>();
  return (route: string | undefined, start: PageStart | null): StaticFile | undefined => {
    if (!fallback || !route) return fallback;
    const page = made.get(route) ?? {
      visitors: withPreloads(fallback, pages[route]),
      members: withPreloads(fallback, [...(pages[route] ?? []), ...members]),
    };
    made.set(route, page);
    return start ? withStart(page.members, start) : page.visitors;
  };
}

function wantsPage(accept: string | undefined): boolean {
  return !accept || accept.includes('text/html') || accept.includes('*/*');
}
