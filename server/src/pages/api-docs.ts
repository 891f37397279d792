import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPI } from '@orpc/openapi';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Env } from '../env.ts';
import { problem } from '../transport/problem.ts';
import { describeApi } from './describe-api.ts';
import { encodingFor } from './encoding-for.ts';
import { SUFFIXES } from './encodings.ts';

/**
 * The page runs two of our scripts, has inline styles, and requests only the description from
 * this server.
 */
const API_DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const CACHED = { 'cache-control': 'public, max-age=3600' };
const SCRIPT = { 'content-type': 'text/javascript; charset=utf-8', ...CACHED };

/**
 * The API description, for machines and as a page. The page's script is read from `folder` on
 * each request: few need it, and caching would cost megabytes of memory.
 */
export function apiDocs(env: Pick<Env, 'appName' | 'appUrl'>, folder: string): Hono {
  const app = new Hono();
  let described: Promise<OpenAPI.Document> | undefined;
  const describeOnce = () => {
    described ??= describeApi(env);
    return described;
  };
  app.get('/rest/v1/openapi.json', async (c) => c.json(await describeOnce()));
  app.get('/rest/v1/docs', (c) =>
    c.html(page(env.appName), 200, { 'content-security-policy': API_DOCS_POLICY }),
  );
  app.get('/rest/v1/docs/start.js', (c) => c.body(START, 200, SCRIPT));
  app.get('/rest/v1/docs/scalar.js', async (c) => {
    const encoding = encodingFor(c);
    if (encoding === 'none') return c.text('Not acceptable', 406, { vary: 'Accept-Encoding' });
    const suffix = encoding === 'identity' ? '' : SUFFIXES[encoding];
    const file = join(folder, `scalar.js${suffix}`);
    const bytes = await readFile(file).catch(() => null);
    // Built with the web pages: a server without them has no API page.
    if (!bytes) return problem(c, 404, 'NOT_FOUND', 'There is nothing here.');
    const encoded: Record<string, string> = suffix ? { 'content-encoding': encoding } : {};
    return c.body(new Uint8Array(bytes), 200, { ...SCRIPT, ...encoded, vary: 'Accept-Encoding' });
  });
  return app;
}

/** Nothing external: no fonts, no telemetry, no assistant, no third-party client. */
const START = `Scalar.createApiReference('#api', {
  url: '/rest/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: false,
});
`;

function page(appName: string) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${appName} API</title>
    <style>
      :root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace }
      body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
      noscript p { margin: 2rem }
    </style></head><body>
    <noscript><p>This page needs JavaScript. The same for machines:
      <a href="/rest/v1/openapi.json">/rest/v1/openapi.json</a></p></noscript>
    <div id="api"></div>
    <script src="/rest/v1/docs/scalar.js"></script>
    <script src="/rest/v1/docs/start.js"></script>
    </body></html>`;
}
