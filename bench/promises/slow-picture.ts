import { createImageEncoder } from '../../server/src/file/image-encoder.ts';
import { makeSlowPicture } from '../../server/src/testing/slow-picture.ts';
import { TIMEOUTS } from '../../server/src/timeouts.ts';
import { median, milliseconds, type Verdict } from '../harness/verdict.ts';

const TURNS = 5;
/** Some machines are slower, and decode several things at once. */
const MOST_SHARE = 1 / 3;

/** The slowest real picture, decoded and encoded, next to the processor time it may take. */
export async function measure(): Promise<Verdict[]> {
  const picture = await makeSlowPicture();
  const encoder = createImageEncoder();
  const times: number[] = [];
  // The process that decodes keeps no other process running, and measured alone nothing else does.
  const running = setInterval(() => undefined, 60_000);
  try {
    // The first turn starts the process that decodes.
    for (let turn = 0; turn <= TURNS; turn++) {
      const started = performance.now();
      const encoded = await encoder.encode(picture, 'a member');
      if (!('bytes' in encoded)) throw new Error('The slowest real picture was refused');
      times.push(performance.now() - started);
    }
  } finally {
    clearInterval(running);
    await encoder.close();
  }
  const ms = median(times.slice(1));
  const share = ms / TIMEOUTS.encodeImageWork;
  return [
    {
      promise: 'The slowest real picture, next to its limit of processor time',
      measured: milliseconds(ms),
      limit: milliseconds(TIMEOUTS.encodeImageWork),
      ratio: `${share.toFixed(2)} (≤ ${MOST_SHARE.toFixed(2)})`,
      kept: share <= MOST_SHARE,
    },
  ];
}
