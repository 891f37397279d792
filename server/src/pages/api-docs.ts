import { contract } from '@kindpal/contract';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Env } from '../env.ts';

type Operation = {
  summary?: string;
  tags?: string[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
};
type Document = { paths?: Record<string, Record<string, Operation>> };

/** The API's own description, for machines and as a page for people. */
export function apiDocs(env: Pick<Env, 'appName' | 'appUrl'>): Hono {
  const app = new Hono();
  let described: Promise<Document> | undefined;
  const describeOnce = () => {
    described ??= describe(env);
    return described;
  };
  app.get('/rest/v1/openapi.json', async (c) => c.json(await describeOnce()));
  app.get('/rest/v1/docs', async (c) => c.html(page(env.appName, await describeOnce())));
  return app;
}

/** Generated at the first asking; nobody else pays for the generator. */
async function describe(env: Pick<Env, 'appName' | 'appUrl'>): Promise<Document> {
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ]);
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const described = await generator.generate(contract, {
    info: { title: `${env.appName} API`, version: '1' },
    servers: [{ url: env.appUrl }],
  });
  return described as Document;
}

function page(appName: string, { paths = {} }: Document) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" /><title>${appName} API</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
      summary { cursor: pointer; padding: .5rem 0 } code { font-weight: 600 } pre { overflow: auto; font-size: 13px }
    </style></head><body><h1>${appName} API</h1>
    <p>Machine-readable: <a href="/rest/v1/openapi.json">/rest/v1/openapi.json</a>.
    Errors are problem details with a stable <code>code</code>.</p>
    ${operations.map(
      ({ path, method, operation }) => html`<details>
      <summary><code>${method.toUpperCase()} ${path}</code></summary>
      <pre>${JSON.stringify({ request: operation.requestBody, responses: operation.responses }, null, 2)}</pre>
    </details>`,
    )}
    ${raw('</body></html>')}`;
}
