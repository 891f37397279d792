import sharp from 'sharp';

/** The slowest real picture to decode: the most pixels that are accepted, in the slowest format. */
export function makeSlowPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 6 };
  const create = { width: 8000, height: 4000, channels: 3 as const, background: '#c84', noise };
  return sharp({ create }).avif({ effort: 0, quality: 25 }).toBuffer();
}
