import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { errorOf } from '../testing/refusal-of.ts';
import { createImageEncoder, type ImageEncoder } from './image-encoder.ts';

let small: Buffer;
let large: Buffer;
beforeAll(async () => {
  const create = { width: 40, height: 30, channels: 3 as const, background: '#c84' };
  small = await sharp({ create }).png().toBuffer();
  large = await sharp({ create: { ...create, width: 6000, height: 5000 } })
    .jpeg()
    .toBuffer();
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

test('a decoder that crashes or hangs costs the picture it had, and no other [X5]', async () => {
  encoder = createImageEncoder();
  expect(await encoder.encode(small, ADA)).toHaveProperty('bytes');
  const broken = encoder.encode(large, ADA);
  const next = encoder.encode(small, ADA);
  await expect.poll(async () => (await decoders()).length).toBe(1);
  for (const pid of await decoders()) process.kill(pid, 'SIGKILL');
  expect(await broken).toEqual({ refused: 'type' });
  expect(await next).toHaveProperty('bytes');
  await encoder.close();
  encoder = createImageEncoder({ encodeMs: 1 });
  expect(await encoder.encode(large, ADA)).toEqual({ refused: 'type' });
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
