import { dirname } from 'node:path';
import { Hono } from 'hono';
import { readRoutes } from './routes.ts';
import { encodeStaticFile, readStaticFiles } from './static-files.ts';

const FALLBACK = '/__spa-fallback.html';

/**
 * Serves the built web app: prerendered pages at their address, assets forever, and the fallback
 * page for every other address, where the router in the browser takes over.
 */
export function webApp(folder: string, appUrl: string): Hono {
  const isRoute = readRoutes(dirname(folder));
  const assets = readStaticFiles(folder, appUrl);
  const app = new Hono();
  app.get('*', async (c) => {
    const path = c.req.path.replace(/\/+$/, '') || '/';
    const own = assets.get(path) ?? assets.get(`${path === '/' ? '' : path}/index.html`);
    const asset = own ?? (wantsPage(c.req.header('accept')) ? assets.get(FALLBACK) : undefined);
    if (!asset) return c.text('Not found', 404);
    const accepted = c.req.header('accept-encoding') ?? '';
    const { encoding, body } = await encodeStaticFile(asset, accepted);
    return c.body(body, own || isRoute(path) ? 200 : 404, {
      ...asset.headers,
      'content-type': asset.type,
      ...(encoding ? { 'content-encoding': encoding, vary: 'accept-encoding' } : {}),
      // What the router draws in the browser is members' business, not search engines'.
      ...(own ? {} : { 'x-robots-tag': 'noindex' }),
    });
  });
  return app;
}

function wantsPage(accept: string | undefined): boolean {
  return !accept || accept.includes('text/html') || accept.includes('*/*');
}
