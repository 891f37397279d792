import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import { SUFFIXES } from '../server/src/pages/encodings.ts';

type Route = { url: string; handler: (request: unknown, reply: unknown) => string };

/** The routes that the API reference registers on its server. */
function listRoutes(): Route[] {
  const routes: Route[] = [];
  const server = { hasPlugin: () => false, initialConfig: {}, log: console };
  const recorder = { ...server, route: (route: Route) => routes.push(route) };
  const add = scalar as unknown as (server: object, options: object, done: () => void) => void;
  add(recorder, { configuration: { url: '/rest/v1/openapi.json' } }, () => {});
  return routes;
}

/**
 * The API reference's script, which its package only has inside a plugin for a server we don't
 * use.
 */
function readScript(): string {
  const route = listRoutes().find(({ url }) => url.endsWith('.js'));
  const reply = { header: () => reply, send: (content: string) => content };
  const script = route?.handler({}, reply);
  if (!script) throw new Error('@scalar/fastify-api-reference no longer brings a script');
  return script;
}

/** Writes the API reference's script and its compressed files into a folder. */
export function buildApiDocs(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'scalar.js');
  const bytes = Buffer.from(readScript());
  writeFileSync(file, bytes);
  // Brotli's best quality would take ten seconds for a tenth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(file + SUFFIXES.br, brotliCompressSync(bytes, { params }));
  writeFileSync(file + SUFFIXES.gzip, gzipSync(bytes));
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Usage: node scripts/build-api-docs.ts FOLDER');
  buildApiDocs(folder);
}
