import { type EncodedImage, encodeImage } from './encode-image.ts';

/** The processor time that one picture may take. */
const WORK_MS = Number(process.argv[2]);
const CHECKED_EVERY_MS = 50;
const MICROSECONDS = 1_000;

/**
 * Ends this process when a picture takes more processor time than any that people make: a few
 * megabytes can describe tens of thousands of frames. Its parent counts that as no picture. Waiting
 * for a busy machine does not count.
 */
function limitWork(): { end: () => void } {
  const before = process.cpuUsage();
  const check = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    // `process.exit` would wait for the thread that decodes.
    if (user + system > WORK_MS * MICROSECONDS) process.kill(process.pid, 'SIGKILL');
  }, CHECKED_EVERY_MS);
  return { end: () => clearInterval(check) };
}

async function answer(bytes: Uint8Array): Promise<void> {
  const limit = limitWork();
  const encoded: EncodedImage = await encodeImage(bytes);
  limit.end();
  process.send?.(encoded);
}

/** Encodes images sent by the parent process, one after the other; exits with it. */
process.on('message', (bytes: Uint8Array) => {
  // The parent counts this as no picture.
  answer(bytes).catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit());

// Loading the library is not the picture's work: the parent sends the first one when it is loaded.
await import('sharp');
process.send?.('loaded');
