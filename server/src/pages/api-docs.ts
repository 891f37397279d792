import type { OpenAPI } from '@orpc/openapi';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Env } from '../env.ts';
import { PLAIN_PAGE_POLICY } from '../transport/security-headers.ts';
import { describeApi } from './describe-api.ts';

type Operation = { requestBody?: unknown; parameters?: unknown; responses?: object };

/** The API's own description, for machines and as a page for people. */
export function apiDocs(env: Pick<Env, 'appName' | 'appUrl'>): Hono {
  const app = new Hono();
  let described: Promise<OpenAPI.Document> | undefined;
  const describeOnce = () => {
    described ??= describeApi(env);
    return described;
  };
  app.get('/rest/v1/openapi.json', async (c) => c.json(await describeOnce()));
  app.get('/rest/v1/docs', async (c) =>
    c.html(page(env.appName, await describeOnce()), 200, {
      'content-security-policy': PLAIN_PAGE_POLICY,
    }),
  );
  return app;
}

function page(appName: string, { info, paths = {}, components = {} }: OpenAPI.Document) {
  const { description = '' } = info;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, { requestBody, parameters, responses }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        text: { parameters, requestBody, responses },
      }),
    ),
  );
  const schemas = Object.entries(components.schemas ?? {}).map(([name, text]) => ({ name, text }));
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" /><title>${appName} API</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
      summary { cursor: pointer; padding: .5rem 0 } code { font-weight: 600 } pre { overflow: auto; font-size: 13px }
    </style></head><body><h1>${appName} API</h1>
    <p>Machine-readable: <a href="/rest/v1/openapi.json">/rest/v1/openapi.json</a>.
    Errors are problem details with a stable <code>code</code>. ${description}</p>
    <h2>Calls</h2>${operations.map(entry)}
    <h2>Shapes</h2>${schemas.map(entry)}
    ${raw('</body></html>')}`;
}

function entry({ name, text }: { name: string; text: unknown }) {
  return html`<details><summary><code>${name}</code></summary>
    <pre>${JSON.stringify(text, null, 2)}</pre></details>`;
}
