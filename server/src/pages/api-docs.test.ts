import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { listCalls } from '../transport/list-calls.ts';

const MAX_BYTES = 300_000;
type Document = { openapi: string; paths: Record<string, Record<string, object>> };

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

  it(`takes a developer at most ${MAX_BYTES} bytes to download`, () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('names every call of the contract', () => {
    const { paths } = JSON.parse(text) as Document;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described).toEqual(
      expect.arrayContaining(listCalls().map(({ method, path }) => `${method} ${path}`)),
    );
  });

  it('refers to nothing that is not in it', () => {
    const document = JSON.parse(text);
    for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = ref
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document);
      expect(found, ref).toBeTypeOf('object');
    }
  });
});
