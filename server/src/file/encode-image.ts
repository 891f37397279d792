import { IMAGE_MAX_PIXELS } from '@kindpal/contract/file/rules';

/** The longest side that a picture may have: JPEG and AVIF allow no more. */
const LONGEST_SIDE = 65_535;
/** The longest side that is stored, in pixels: enough for a phone held close. */
const MAX_SIDE = 1600;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

/** The first bytes of the accepted formats; SVG and texts never reach the decoder. */
const SIGNATURES = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^RIFF[\s\S]{4}WEBP/,
  /^GIF8[79]a/,
  /^[\s\S]{4}ftyp(avif|avis|mif1|msf1)/,
];

/** An image to store, or why it is refused: not an accepted format, or too many pixels. */
export type EncodedImage = { bytes: Uint8Array } | { refused: 'type' | 'pixels' };

/** Whether bytes start like an image of an accepted format, without decoding. */
export function looksLikeImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return SIGNATURES.some((signature) => signature.test(head));
}

const RIFF_HEADER = 12;
const CHUNK_HEADER = 8;

/**
 * An animated WebP up to the end of its first frame, the only one that is stored: its decoder looks
 * at every frame for each of them, and a few megabytes hold tens of thousands. Anything else is
 * returned as it is.
 */
function withoutAnimation(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 8, RIFF_HEADER) !== 'WEBP') return bytes;
  let end = RIFF_HEADER;
  while (end + CHUNK_HEADER <= file.length) {
    const isFrame = file.toString('latin1', end, end + 4) === 'ANMF';
    const size = file.readUInt32LE(end + 4);
    // Chunks begin at even positions.
    end += CHUNK_HEADER + size + (size % 2);
    if (isFrame && end < file.length) {
      const first = Buffer.from(file.subarray(0, end));
      first.writeUInt32LE(end - CHUNK_HEADER, 4);
      return first;
    }
  }
  return bytes;
}

/**
 * Decodes an image and encodes it again as WebP, upright and without metadata (no location, no
 * camera). Its size is read from its header, before decoding. [X5]
 */
export async function encodeImage(bytes: Uint8Array): Promise<EncodedImage> {
  if (!looksLikeImage(bytes)) return { refused: 'type' };
  // A large library, and many processes never see a picture.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const image = sharp(withoutAnimation(bytes), {
      limitInputPixels: false,
      failOn: 'error',
      sequentialRead: true,
    });
    const { format, width, height, depth } = await image.metadata();
    if (!format || !FORMATS.has(format)) return { refused: 'type' };
    // A decoder that cannot work by rows holds all pixels, in two bytes a color beyond 8 bits.
    const counted = width * height * (depth === 'uchar' ? 1 : 2);
    if (counted > IMAGE_MAX_PIXELS) return { refused: 'pixels' };
    // Millions of rows of one pixel take seconds.
    if (Math.max(width, height) > LONGEST_SIDE) return { refused: 'type' };
    const encoded = await image
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    return { bytes: encoded };
  } catch {
    return { refused: 'type' };
  }
}
