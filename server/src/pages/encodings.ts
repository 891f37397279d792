import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The encodings of texts, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The suffixes of the compressed files that the build writes. */
export const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const TEXTS = /\.(html|js|css|json|svg|txt|webmanifest|xml)$/;
/** Below this size, compression saves no packet. */
const WORTHWHILE_BYTES = 500;
const MOST = { br: 11, gzip: 9 };

/**
 * The best encoding of a text for an `Accept-Encoding` header (RFC 9110, 12.5.3): the smallest
 * one among equal weights; `none` when it accepts no available one.
 */
export function chooseEncoding(
  accepted: { type: string; q: number }[],
): Encoding | 'identity' | 'none' {
  const weightOf = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q;
  let best: { name: Encoding | 'identity' | 'none'; weight: number } = { name: 'none', weight: 0 };
  for (const name of [...ENCODINGS, 'identity'] as const) {
    // Plain text is always acceptable, unless the client says otherwise.
    const unsaid = name === 'identity' ? Number.MIN_VALUE : 0;
    const weight = weightOf(name) ?? weightOf('*') ?? unsaid;
    if (weight > best.weight) best = { name, weight };
  }
  return best.name;
}

/** Whether a file of the built web app is sent compressed. */
export function isCompressed(file: string, bytes: number): boolean {
  return TEXTS.test(file) && bytes > WORTHWHILE_BYTES;
}

/** Compresses on a separate thread, never on the event loop. */
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
