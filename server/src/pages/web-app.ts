import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { isRoute } from './routes.ts';

/** A file of the built web app. */
type Asset = {
  bytes: Buffer;
  /** What was sent of it so far: each encoding is made when it is first asked for. */
  compressed: Map<Encoding, Buffer>;
  type: string;
  headers: Record<string, string>;
};

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  xml: 'application/xml',
};
/** The encodings, best first. */
const ENCODINGS = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
};
type Encoding = keyof typeof ENCODINGS;
const COMPRESSED = /^(text\/|application\/|image\/svg)/;
/** The address that pages are prerendered with; what is served names the instance's own. */
const BUILT_FOR = 'https://kindpal.example';
const FALLBACK = '/__spa-fallback.html';

/**
 * Serves the built web app: prerendered pages at their address, assets forever, and the fallback
 * page for every other address, where the router in the browser takes over.
 */
export function webApp(folder: string, appUrl: string): Hono {
  const assets = existsSync(folder) ? readAssets(folder, appUrl) : new Map<string, Asset>();
  const app = new Hono();
  app.get('*', (c) => {
    const path = c.req.path.replace(/\/+$/, '') || '/';
    const own = assets.get(path) ?? assets.get(`${path === '/' ? '' : path}/index.html`);
    const asset = own ?? (wantsPage(c.req.header('accept')) ? assets.get(FALLBACK) : undefined);
    if (!asset) return c.text('Not found', 404);
    const { encoding, body } = choose(asset, c.req.header('accept-encoding') ?? '');
    return c.body(new Uint8Array(body), own || isRoute(path) ? 200 : 404, {
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

function choose(asset: Asset, accepted: string): { encoding: Encoding | null; body: Buffer } {
  const isText = COMPRESSED.test(asset.type) && asset.bytes.length > 500;
  const encodings = isText ? (Object.keys(ENCODINGS) as Encoding[]) : [];
  const encoding = encodings.find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
  if (!encoding) return { encoding: null, body: asset.bytes };
  const body = asset.compressed.get(encoding) ?? ENCODINGS[encoding](asset.bytes);
  asset.compressed.set(encoding, body);
  return { encoding, body };
}

function readAssets(folder: string, appUrl: string): Map<string, Asset> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  return new Map(
    files.map((file) => [
      `/${relative(folder, file).split(sep).join('/')}`,
      readAsset(file, appUrl),
    ]),
  );
}

function readAsset(file: string, appUrl: string): Asset {
  const bytes = namesAddress(file)
    ? Buffer.from(readFileSync(file, 'utf8').replaceAll(BUILT_FOR, appUrl))
    : readFileSync(file);
  const type = TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream';
  return {
    bytes,
    compressed: new Map(),
    type,
    headers: isPage(file) ? pageHeaders(bytes.toString()) : assetHeaders(file),
  };
}

/** Whether a file names the address that it was built for. */
function namesAddress(file: string): boolean {
  return isPage(file) || /(robots\.txt|sitemap\.xml)$/.test(file);
}

function isPage(file: string): boolean {
  return file.endsWith('.html');
}

function assetHeaders(file: string): Record<string, string> {
  const isHashed = file.includes(`${sep}assets${sep}`);
  return {
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
}

/** A page runs its own scripts and nobody else's: those written into it are allowed by hash. */
function pageHeaders(html: string): Record<string, string> {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(([, code]) => {
    return `'sha256-${createHash('sha256')
      .update(code ?? '')
      .digest('base64')}'`;
  });
  return {
    'cache-control': 'no-cache',
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self' ${hashes.join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "object-src 'none'",
    ].join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  };
}
