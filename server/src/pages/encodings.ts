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

/**
 * What a client takes best of a text by its `Accept-Encoding` (RFC 9110, 12.5.3): of what it weighs
 * alike, the smallest; `none` when it takes nothing that there is.
 */
export function chooseEncoding(
  accepted: { type: string; q: number }[],
): Encoding | 'identity' | 'none' {
  const weightOf = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q;
  let best: { name: Encoding | 'identity' | 'none'; weight: number } = { name: 'none', weight: 0 };
  for (const name of [...ENCODINGS, 'identity'] as const) {
    // The plain text is always welcome, unless the client says otherwise.
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
