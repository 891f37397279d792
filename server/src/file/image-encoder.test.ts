import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { errorOf } from '../testing/refusal-of.ts';
import { makeSlowPicture } from '../testing/slow-picture.ts';
import { createImageEncoder, type ImageEncoder } from './image-encoder.ts';

let small: Buffer;
let large: Buffer;
/** Takes about a second to decode. */
let slow: Buffer;
beforeAll(async () => {
  const create = { width: 40, height: 30, channels: 3 as const, background: '#c84' };
  small = await sharp({ create }).png().toBuffer();
  large = await sharp({ create: { ...create, width: 6000, height: 5000 } })
    .jpeg()
    .toBuffer();
  slow = await makeSlowPicture();
});

const ADA = 'ada';
const BEN = 'ben';

let encoder: ImageEncoder;
afterEach(() => encoder.close());

/** The decoder processes of this one. */
async function decoders(): Promise<number[]> {
  const asked = promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'encoder-process']);
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean).map(Number);
}

test('concurrent pictures are decoded one after the other, in one process that exits [X5]', async () => {
  encoder = createImageEncoder({ idleMs: 100, share: 16 });
  const all = Array.from({ length: 16 }, (_, n) => encoder.encode(n % 2 ? small : large, ADA));
  const seen = new Set<number>();
  const done = Promise.all(all);
  let isDone = false;
  const watch = done.then(() => {
    isDone = true;
  });
  while (!isDone) for (const pid of await decoders()) seen.add(pid);
  await watch;
  expect((await done).every((encoded) => 'bytes' in encoded)).toBe(true);
  expect(seen.size).toBe(1);
  await expect.poll(decoders).toEqual([]);
});

test('a decoder that crashes costs the picture it had, and no other [X5]', async () => {
  encoder = createImageEncoder();
  expect(await encoder.encode(small, ADA)).toHaveProperty('bytes');
  const broken = encoder.encode(slow, ADA);
  const next = encoder.encode(small, ADA);
  await expect.poll(async () => (await decoders()).length).toBe(1);
  for (const pid of await decoders()) process.kill(pid, 'SIGKILL');
  expect(await broken).toEqual({ refused: 'type' });
  expect(await next).toHaveProperty('bytes');
});

test('a picture that a busy machine cannot decode in time is to be sent again, not called invalid [X5]', async () => {
  encoder = createImageEncoder({ encodeMs: 1 });
  const late = encoder.encode(large, ADA);
  expect(await errorOf(late)).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { limit: 'images_at_once', retry_after_seconds: 5 },
  });
});

test('a shutdown decodes no further pictures: those that wait are to be sent again [X5]', async () => {
  encoder = createImageEncoder();
  const all = [ADA, ADA, ADA, BEN].map((member) => errorOf(encoder.encode(slow, member)));
  await expect.poll(async () => (await decoders()).length).toBe(1);
  const started = performance.now();
  await encoder.close();
  expect(performance.now() - started).toBeLessThan(500);
  for (const { code } of await Promise.all(all)) expect(code).toBe('TOO_MANY_REQUESTS');
  expect(await errorOf(encoder.encode(small, BEN))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await expect.poll(decoders).toEqual([]);
});

/** A chunk of a RIFF file. */
function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** An animated WebP with this many frames, which differ in color. */
async function animation(frames: number): Promise<Buffer> {
  const create = { width: 16, height: 16, channels: 3 as const };
  const frameOf = async (background: string) => {
    const still = await sharp({ create: { ...create, background } })
      .webp()
      .toBuffer();
    // At the corner, 16 by 16, shown for 100 ms.
    const place = Buffer.from([0, 0, 0, 0, 0, 0, 15, 0, 0, 15, 0, 0, 100, 0, 0, 0]);
    return riffChunk('ANMF', Buffer.concat([place, still.subarray(12)]));
  };
  const [first, other] = [await frameOf('#c84'), await frameOf('#48c')];
  const size = Buffer.from([2, 0, 0, 0, 15, 0, 0, 15, 0, 0]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', size),
    riffChunk('ANIM', Buffer.alloc(6)),
    first,
    ...Array.from({ length: frames - 1 }, () => other),
  ]);
  return riffChunk('RIFF', body);
}

test('the first of an animation’s frames is stored, and tens of thousands of others cost nothing [X5]', async () => {
  encoder = createImageEncoder();
  const [still, short, long] = [await animation(1), await animation(3), await animation(60_000)];
  expect(long.length).toBeGreaterThan(4_000_000);
  const started = performance.now();
  const stored = [];
  for (const picture of [still, short, long]) stored.push(await encoder.encode(picture, ADA));
  // It takes a tenth of a second; with all frames 14 seconds on an idle machine.
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(stored[0]).toHaveProperty('bytes');
  expect(stored[1]).toEqual(stored[0]);
  expect(stored[2]).toEqual(stored[0]);
});

test('a picture that takes more processor time than any real one is refused, and the next member’s is stored [X5]', async () => {
  encoder = createImageEncoder({ workMs: 200 });
  const started = performance.now();
  const heavy = encoder.encode(slow, ADA);
  const next = encoder.encode(small, BEN);
  expect(await heavy).toEqual({ refused: 'type' });
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(await next).toHaveProperty('bytes');
});

test('a picture longer than any real one is refused: millions of tiny rows take seconds [X5]', async () => {
  encoder = createImageEncoder();
  const stripOf = (height: number) =>
    sharp({ create: { width: 1, height, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
  expect(await encoder.encode(await stripOf(65_535), ADA)).toHaveProperty('bytes');
  expect(await encoder.encode(await stripOf(65_536), ADA)).toEqual({ refused: 'type' });
});

test('a pixel of more than 8 bits a color counts twice, as it takes twice the memory [X5]', async () => {
  encoder = createImageEncoder();
  const deepOf = (height: number) =>
    sharp({ create: { width: 4000, height, channels: 4, background: '#c84' } })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer();
  expect(await encoder.encode(await deepOf(4000), ADA)).toHaveProperty('bytes');
  expect(await encoder.encode(await deepOf(4001), ADA)).toEqual({ refused: 'pixels' });
});

test('the largest real pictures take far less than the limit of processor time [X5]', async () => {
  encoder = createImageEncoder();
  const create = { width: 8000, height: 4000, channels: 3 as const, background: '#c84' };
  for (const format of ['avif', 'png', 'webp', 'jpeg'] as const) {
    const picture = await sharp({ create }).toFormat(format, { effort: 1 }).toBuffer();
    expect([format, await encoder.encode(picture, ADA)]).toEqual([
      format,
      { bytes: expect.anything() },
    ]);
  }
});

test('the slowest real picture is stored [X5]', async () => {
  encoder = createImageEncoder();
  expect(await encoder.encode(slow, ADA)).toEqual({ bytes: expect.anything() });
});

test('one waiting picture too many is refused by name, and an invalid one does not wait [X5]', async () => {
  encoder = createImageEncoder({ waiting: 2 });
  const both = [encoder.encode(small, ADA), encoder.encode(small, ADA)];
  const refused = await errorOf(encoder.encode(small, ADA));
  expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { limit: 'images_at_once' } });
  expect(await encoder.encode(Buffer.from('<svg/>'), ADA)).toEqual({ refused: 'type' });
  await Promise.all(both);
  expect(await encoder.encode(small, ADA)).toHaveProperty('bytes');
});

test('one member’s many large pictures delay another’s single one by one of them, not by all [X5]', async () => {
  encoder = createImageEncoder();
  const done: string[] = [];
  const encode = async (bytes: Buffer, member: string) => {
    expect(await encoder.encode(bytes, member)).toHaveProperty('bytes');
    done.push(member);
  };
  const all = Array.from({ length: 6 }, () => encode(large, ADA));
  // Further ones of hers are refused, whether or not she waits for the answers; another member's
  // place stays free.
  const refused = await errorOf(encoder.encode(small, ADA));
  expect(refused).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { limit: 'images_at_once_by_member' },
  });
  await Promise.all([...all, encode(small, BEN), encode(small, BEN)]);
  expect(done).toEqual([ADA, BEN, ADA, BEN, ADA, ADA, ADA, ADA]);
  expect(await encoder.encode(small, ADA)).toHaveProperty('bytes');
});
