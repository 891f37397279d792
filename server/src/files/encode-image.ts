/** The longest side that is kept, in pixels: enough for a phone held close. */
const MAX_SIDE = 1600;
/** An image of more pixels than this is a bomb, however small its file. */
const MAX_PIXELS = 50_000_000;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

/** What the first bytes of the accepted formats look like; SVG and texts never reach the decoder. */
const SIGNATURES = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^RIFF[\s\S]{4}WEBP/,
  /^GIF8[79]a/,
  /^[\s\S]{4}ftyp(avif|avis|heic|heix|mif1|msf1)/,
];

/**
 * Decodes an image and encodes it anew as WebP, upright and without metadata (no place, no camera).
 * Null when the bytes are not an image that we accept. [X5]
 */
export async function encodeImage(bytes: Buffer): Promise<Buffer | null> {
  const head = bytes.subarray(0, 16).toString('latin1');
  if (!SIGNATURES.some((signature) => signature.test(head))) return null;
  // Its library is large, and many a process never meets a picture.
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format } = await image.metadata();
    if (!format || !FORMATS.has(format)) return null;
    return await image
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    return null;
  }
}
