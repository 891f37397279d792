import { IMAGE_KINDS, UPLOAD_FOLDERS } from '@kindpal/contract/file/rules';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember, type TestMember } from '../factories.ts';
import { startTestKindpal, type TestKindpal } from '../test-kindpal.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { currentPosition, hostilePicture, hostilePosition } from './hostile-bytes.ts';

/** Repeat a run with FUZZ_SEED. */
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const PROBLEM = ['type', 'title', 'status', 'detail', 'code', 'defined'];
const OBJECTS = '/storage/v1/object/profile-images';

let kindpal: TestKindpal;
let server: TestServer;
let member: TestMember;
beforeAll(async () => {
  // The limits have their own tests, and would refuse most of this.
  kindpal = await startTestKindpal({ settings: { LIMIT_SCALE: '100' } });
  server = await startTestServer(kindpal);
  member = await createMember(kindpal.services.db);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const sample = <T>(from: fc.Arbitrary<T>, count: number) =>
  fc.sample(from, { seed: SEED, numRuns: count });

/** What is wrong with a response that is not 2xx; null for 2xx. */
async function faultOf(response: Response): Promise<string | null> {
  if (response.status >= 500) return `${response.status}`;
  if (response.ok) return null;
  const body = (await response.json().catch(() => ({}))) as object;
  const lacking = PROBLEM.filter((name) => !(name in body));
  return lacking.length > 0 ? `${response.status} without ${lacking}` : null;
}

const upload = fc.record({
  body: hostilePicture,
  method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'PUT', 'DELETE'),
  path: fc.constantFrom(
    ...IMAGE_KINDS.map((kind) => `/${UPLOAD_FOLDERS[kind]}`),
    '/nowhere',
    '/profile/%00',
    '/../../secret',
  ),
  headers: fc.constantFrom<Record<string, string>>(
    { 'content-type': 'image/png' },
    { 'content-type': 'image/svg+xml' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json' },
    { 'content-type': '' },
    { 'content-encoding': 'gzip' },
    { 'x-upsert': 'true', 'content-range': 'bytes 0-1/99' },
  ),
  isSignedIn: fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
});

it('mutated pictures and random bytes cause no fault, and only pictures are stored [X5]', async () => {
  const problems: string[] = [];
  const kept: string[] = [];
  for (const { body, method, path, headers, isSignedIn } of sample(upload, 100)) {
    const as = isSignedIn ? member : null;
    const given = { method, headers, as, body: Uint8Array.from(body) };
    const response = await server.fetch(OBJECTS + path, given);
    const fault = await faultOf(response.clone());
    if (fault) problems.push(`${method} ${path} ${JSON.stringify(headers)}: ${fault}`);
    if (response.ok) kept.push(((await response.json()) as { url: string }).url);
  }
  expect(problems).toEqual([]);
  expect(kept.length).toBeGreaterThan(0);
  for (const url of kept) {
    const bytes = Buffer.from(await (await server.fetch(url)).arrayBuffer());
    expect((await sharp(bytes).metadata()).format).toBe('webp');
  }
});

const name = fc.oneof(
  fc.constantFrom('%00.webp', '..%2f..%2fsecret', '%E0%A4%A', `${'a/'.repeat(500)}b.webp`, '.webp'),
  fc.webPath(),
  fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
);

it('no unknown picture name causes a fault [X5]', async () => {
  const problems: string[] = [];
  for (const path of sample(name, 100)) {
    const response = await server.fetch(`/storage/v1/object/public/profile-images/${path}`);
    const fault = response.ok ? 'answered' : await faultOf(response);
    if (fault) problems.push(`${path}: ${fault}`);
  }
  expect(problems).toEqual([]);
});

const stream = fc.record({
  lastEventId: fc.option(hostilePosition, { nil: undefined }),
  seconds: fc.constantFrom(
    undefined,
    ...['0', '1', '60', '61', '-1', '1e9', 'NaN', 'Infinity', '0x10', '1%00', '', '1&seconds=2'],
  ),
  isSignedIn: fc.boolean(),
  isLeftEarly: fc.boolean(),
});

it('streams that start anywhere and are left at any time cause no fault, and none stays open [X4]', async () => {
  const free = countFree();
  const problems: string[] = [];
  for (const { lastEventId, seconds, isSignedIn, isLeftEarly } of sample(stream, 100)) {
    const leaving = new AbortController();
    const id = lastEventId?.replaceAll('{{position}}', currentPosition(kindpal.services));
    const response = await server.fetch(
      `/realtime/v1${seconds === undefined ? '' : `?seconds=${seconds}`}`,
      {
        as: isSignedIn ? member : null,
        headers: id === undefined ? {} : { 'last-event-id': id },
        signal: leaving.signal,
      },
    );
    const problem = response.ok ? null : `answered ${response.status}`;
    const isReady = problem || isLeftEarly || (await readsReady(response));
    leaving.abort();
    if (problem || !isReady) problems.push(`${id} ${seconds}: ${problem ?? 'is never ready'}`);
  }
  expect(problems).toEqual([]);
  // Each place that a stream used is free again.
  await expect.poll(countFree, { timeout: 15_000 }).toEqual(free);
  expect((await server.fetch('/readyz')).status).toBe(200);
});

/** How many more streams the member and this network may open. */
function countFree(): number[] {
  const { limiter } = kindpal.services;
  const count = (hold: () => () => void) => {
    const held: (() => void)[] = [];
    try {
      while (true) held.push(hold());
    } catch {
      for (const release of held) release();
      return held.length;
    }
  };
  return [
    count(() => limiter.hold('stream_by_member', member.id)),
    count(() => limiter.hold('stream_by_ip', '127.0.0.1')),
  ];
}

/** Reads a stream up to its `ready` event. */
async function readsReady(response: Response): Promise<boolean> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/^event: ready$/m.test(text)) return true;
  }
  return false;
}
