import { type EncodedImage, encodeImage } from './encode-image.ts';

/** Encodes what its parent sends, one image after the other; ends with it. */
process.on('message', async (bytes: Uint8Array) => {
  const encoded: EncodedImage = await encodeImage(bytes);
  process.send?.(encoded);
});
process.on('disconnect', () => process.exit());
