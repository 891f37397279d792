import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compress, ENCODINGS, type Encoding, isCompressed, SUFFIXES } from './encodings.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of the built web app. */
export type StaticFile = {
  bytes: Bytes;
  /** The compressed variants: by the build, or for pages as requested so far. */
  compressed: Map<Encoding, Bytes | Promise<Bytes>>;
  isText: boolean;
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
/** The address that pages are prerendered with; it is replaced by the instance's own. */
const BUILT_FOR = 'https://kindpal.example';
/** A page is compressed while its first reader waits, so at a lower quality than in the build. */
const QUALITY = 5;

/** All files below a folder, by address. */
export function readStaticFiles(folder: string, appUrl: string): Map<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => !Object.values(SUFFIXES).some((suffix) => name.endsWith(suffix)))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  return new Map(
    files.map((file) => [
      `/${relative(folder, file).split(sep).join('/')}`,
      readStaticFile(file, appUrl),
    ]),
  );
}

/** The bytes to send of a file in one of its encodings. */
export async function encodeStaticFile(
  { bytes, compressed }: StaticFile,
  encoding: Encoding | 'identity',
): Promise<Bytes> {
  if (encoding === 'identity') return bytes;
  const body = compressed.get(encoding) ?? compress(encoding, bytes, QUALITY);
  compressed.set(encoding, body);
  return body;
}

function readStaticFile(file: string, appUrl: string): StaticFile {
  const isOwn = namesAddress(file);
  const bytes = isOwn
    ? new Uint8Array(Buffer.from(readFileSync(file, 'utf8').replaceAll(BUILT_FOR, appUrl)))
    : new Uint8Array(readFileSync(file));
  const twins = isOwn ? [] : ENCODINGS.filter((name) => existsSync(file + SUFFIXES[name]));
  return {
    bytes,
    compressed: new Map(
      twins.map((name) => [name, new Uint8Array(readFileSync(file + SUFFIXES[name]))]),
    ),
    isText: isCompressed(file, bytes.byteLength),
    type: TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream',
    headers: isPage(file) ? pageHeaders(Buffer.from(bytes).toString()) : assetHeaders(file),
  };
}

/** Whether a file contains the build's address: then the build cannot compress it. */
export function namesAddress(file: string): boolean {
  return isPage(file) || /(robots\.txt|sitemap\.xml)$/.test(file);
}

function isPage(file: string): boolean {
  return file.endsWith('.html');
}

function assetHeaders(file: string): Record<string, string> {
  // A new service worker takes over soon, and may only connect to this server.
  if (file.endsWith(`${sep}service-worker.js`)) {
    const policy = "default-src 'none'; connect-src 'self'";
    return { 'cache-control': 'no-cache', 'content-security-policy': policy };
  }
  const isHashed = file.includes(`${sep}assets${sep}`);
  return {
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
}

/** A page runs only its own scripts: inline ones are allowed by hash. */
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
