import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How texts are sent, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What the build puts behind the name of a file for its compressed twins. */
export const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const TEXTS = /\.(html|js|css|json|svg|txt|webmanifest|xml)$/;
/** Below that, compressing saves no packet. */
const WORTHWHILE_BYTES = 500;
const MOST = { br: 11, gzip: 9 };

/** Whether a file of the built web app is sent compressed. */
export function isCompressed(file: string, bytes: number): boolean {
  return TEXTS.test(file) && bytes > WORTHWHILE_BYTES;
}

/** Compresses on a thread of its own, never on the event loop. */
export async function compress(
  encoding: Encoding,
  bytes: Uint8Array,
  quality = MOST[encoding],
): Promise<Uint8Array<ArrayBuffer>> {
  const compressed =
    encoding === 'br'
      ? await promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: quality },
        })
      : await promisify(gzip)(bytes, { level: quality });
  return new Uint8Array(compressed);
}
