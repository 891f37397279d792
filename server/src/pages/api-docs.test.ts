import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_PATH } from '../live/stream.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { listCalls } from '../transport/list-calls.ts';
import { API_ROOTS } from '../transport/unknown-address.ts';
import { apiDocs } from './api-docs.ts';
import { createPages } from './pages.ts';

/** Small enough to load on a phone; repeated schemas are shared. */
const MAX_BYTES = 300_000;
type Document = {
  openapi: string;
  paths: Record<string, Record<string, object | string>>;
  components: {
    pathItems: Record<string, Record<string, object>>;
    responses: Record<string, object>;
  };
};

/** Routes that the document does not describe, and why; mails are shown in development only. */
const PROVIDER = 'only an outside provider sends a browser there, as its protocol says';
const PAGE = 'the page of this document';
const NOT_DESCRIBED: Record<string, string> = {
  'GET /auth/v1/callback/:provider?': PROVIDER,
  'POST /auth/v1/callback/:provider?': PROVIDER,
  'POST /auth/v1/sso/saml/acs': PROVIDER,
  'GET /rest/v1/openapi.json': 'the document itself',
  'GET /rest/v1/docs': PAGE,
  'GET /rest/v1/docs/start.js': PAGE,
  'GET /rest/v1/docs/scalar.js': PAGE,
  'GET /.well-known/security.txt': 'a text for people, in a format of its own (RFC 9116)',
  'GET /*': 'pages and files of the web app',
};

let kindpal: TestKindpal;
let server: TestServer;
let text: string;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  text = await (await server.fetch('/rest/v1/openapi.json')).text();
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

describe('the description of the API', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect((JSON.parse(text) as Document).openapi).toMatch(/^3\.1/);
  });

  it(`takes at most ${MAX_BYTES} bytes`, () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('includes every route of the server, except those named here with a reason', () => {
    const { paths, components } = JSON.parse(text) as Document;
    const described = Object.entries(paths).flatMap(([path, item]) => {
      const shared = typeof item.$ref === 'string' ? item.$ref.split('/').at(-1) : undefined;
      const methods = shared === undefined ? item : components.pathItems[shared];
      return Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`);
    });
    const handled = createPages(kindpal.services).routes.filter(
      ({ method, path }) => !(method === 'ALL' && API_ROOTS.some((root) => path === `${root}/*`)),
    );
    const served = [...listCalls(), { method: 'GET', path: LIVE_PATH }, ...handled]
      .map(({ method, path }) => `${method} ${path.replace('images/*', 'images/{path}')}`)
      .filter((route) => !/^(GET|ALL) \/dev\/mail/.test(route) && !(route in NOT_DESCRIBED));
    expect(described.sort()).toEqual([...new Set(served)].sort());
  });

  const HOSTILE_PARTS = [
    ...['%00', 'x%0d%0aSet-Cookie:%20a=b', '%7f', '%ff', '%', '%2e%2e%2f', '%2F%2Fevil.example'],
    ...['%E4%BD%A0', 'a%3Fcode=1%23', 'x'.repeat(8000)],
  ];
  it.each(Object.keys(NOT_DESCRIBED))(
    'which leaves %s out: it answers hostile paths and queries without a fault',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const faults: string[] = [];
      for (const part of HOSTILE_PARTS) {
        const named = path.replace(/:provider\?|\*/, part);
        for (const address of [named, `${named}?state=${part}&code=${part}&SAMLResponse=${part}`]) {
          const body = method === 'POST' ? { body: new URLSearchParams({ RelayState: part }) } : {};
          const { status, headers } = await server.fetch(address, {
            ...{ method, redirect: 'manual', ...body },
          });
          if (status >= 500 || headers.has('set-cookie')) faults.push(`${status} ${address}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('gives every operation the errors that any request may meet, uploads and streams included', () => {
    const document = JSON.parse(text) as Document;
    const operations = [
      ...Object.values(document.paths).filter((item) => !('$ref' in item)),
      ...Object.values(document.components.pathItems),
    ].flatMap((item) => Object.values(item) as { responses: Record<string, object> }[]);
    const otherwise = { $ref: '#/components/responses/default' };
    expect(operations.map(({ responses }) => responses.default)).toEqual(
      operations.map(() => otherwise),
    );
    const described = JSON.stringify(document.components.responses.default);
    for (const code of ['TOO_MANY_REQUESTS', 'STORAGE_FULL', 'PAYLOAD_TOO_LARGE']) {
      expect(described).toContain(`/${code}"`);
    }
  });

  it('references nothing outside of it', () => {
    const document = JSON.parse(text);
    for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = ref
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document);
      expect(found, ref).toBeTypeOf('object');
    }
  });
});

describe('the API page for developers [X1]', () => {
  it('runs two scripts of this server and requests nothing from elsewhere', async () => {
    const answer = await server.fetch('/rest/v1/docs');
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, given]) => given?.trim());
    expect(scripts).toEqual(['src="/rest/v1/docs/scalar.js"', 'src="/rest/v1/docs/start.js"']);
    const start = await (await server.fetch('/rest/v1/docs/start.js')).text();
    expect(html + start).not.toMatch(/https?:|\/\/\w/);
    expect(start).toContain("url: '/rest/v1/openapi.json'");
    for (const off of [
      'withDefaultFonts: false',
      'telemetry: false',
      'agent: { disabled: true }',
    ]) {
      expect(start).toContain(off);
    }
  });

  it('sends its script as compressed by the build, and says when there was no build', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'api-docs-'));
    const app = apiDocs(kindpal.services.env, folder);
    const ask = (encoding: string) =>
      app.request('/rest/v1/docs/scalar.js', { headers: { 'accept-encoding': encoding } });
    expect((await ask('br')).status).toBe(404);
    await writeFile(join(folder, 'scalar.js'), 'plain');
    await writeFile(join(folder, 'scalar.js.br'), 'small');
    await writeFile(join(folder, 'scalar.js.gz'), 'smaller');
    for (const [encoding, text, sent] of [
      ['gzip, br', 'small', 'br'],
      ['gzip', 'smaller', 'gzip'],
      ['br;q=0, GZIP', 'smaller', 'gzip'],
      ['', 'plain', null],
    ] as const) {
      const answer = await ask(encoding);
      expect([await answer.text(), answer.headers.get('content-encoding')]).toEqual([text, sent]);
      expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    }
    await rm(folder, { recursive: true });
  });
});
