import { type EncodedImage, encodeImage } from './encode-image.ts';

/** Encodes images sent by the parent process, one after the other; exits with it. */
process.on('message', async (bytes: Uint8Array) => {
  const encoded: EncodedImage = await encodeImage(bytes);
  process.send?.(encoded);
});
process.on('disconnect', () => process.exit());
