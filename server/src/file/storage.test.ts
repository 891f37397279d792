import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '../db/schema/member.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createImageEncoder } from './image-encoder.ts';
import { ownsImage } from './queries.ts';
import { removeOrphanImages, removeReplacedImage } from './remove-orphan-images.ts';

let kindpal: TestKindpal;
let server: TestServer;
let owner: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  owner = await createMember(kindpal.services.db);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const upload = (body: Uint8Array | string, as: TestMember | null = owner) =>
  server.fetch('/storage/v1/object/profile-images/pet-images', {
    method: 'POST',
    as,
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'image/png' },
  });
const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#c84' } });

describe('uploading a photo of a pet [X5]', () => {
  it('stores it, re-encoded and without metadata, under a random name of its owner', async () => {
    const jpeg = await picture()
      .withExif({ IFD0: { Copyright: 'home', Make: 'Camera' } })
      .jpeg()
      .toBuffer();
    const response = await upload(jpeg);
    expect(response.status).toBe(201);
    const { path, url } = (await response.json()) as { path: string; url: string };
    expect(path).toMatch(new RegExp(`^pet-images/${owner.id}/[0-9a-f]{32}\\.webp$`));
    const read = await server.fetch(url);
    expect(read.headers.get('content-type')).toBe('image/webp');
    expect(read.headers.get('cache-control')).toContain('immutable');
    const meta = await sharp(Buffer.from(await read.arrayBuffer())).metadata();
    expect(meta).toMatchObject({ format: 'webp', width: 300, height: 200 });
    expect(meta.exif).toBeUndefined();
  });

  it('takes one that arrives in pieces of unknown length, and refuses it once it is too large', async () => {
    const send = (pieces: Uint8Array<ArrayBuffer>[]) =>
      server.fetch('/storage/v1/object/profile-images/pet-images', {
        method: 'POST',
        as: owner,
        headers: { 'content-type': 'image/png' },
        body: ReadableStream.from(pieces),
        duplex: 'half',
      } as RequestInit);
    const png = new Uint8Array(await picture().png().toBuffer());
    expect((await send([png.slice(0, 20), png.slice(20)])).status).toBe(201);
    const refused = await send(Array.from({ length: 12 }, () => new Uint8Array(1024 * 1024)));
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'FILE_TOO_LARGE' }]);
  });

  it.each<[string, (program: string) => void]>([
    ['is no longer there', () => undefined],
    [
      'cannot load its library',
      (program) => writeFileSync(program, '#!/bin/sh\nexit 1\n', { mode: 0o700 }),
    ],
  ])(
    'tells the operator each time that the decoder %s, and calls no picture invalid',
    async (_, make) => {
      const { services } = kindpal;
      const { encoder } = services;
      const { execPath } = process;
      const png = await picture().png().toBuffer();
      const logged = vi.spyOn(services.log, 'error');
      services.encoder = createImageEncoder();
      process.execPath = join(services.env.dataDir, 'decoder');
      make(process.execPath);
      try {
        for (let n = 1; n <= 2; n += 1) {
          const answer = await upload(png);
          const { data } = (await answer.json()) as { data: { request_id: string } };
          expect(answer.status).toBe(500);
          expect(logged).toHaveBeenCalledTimes(n);
          expect(logged.mock.lastCall).toMatchObject([data, expect.any(String)]);
        }
        process.execPath = execPath;
        expect((await upload(png)).status).toBe(201);
      } finally {
        process.execPath = execPath;
        logged.mockRestore();
        await services.encoder.close();
        services.encoder = encoder;
      }
    },
  );

  it.each([
    ['signs out', 'DELETE FROM auth.session WHERE user_id = $1'],
    ['is suspended', 'UPDATE users SET suspended_at = now() WHERE id = $1'],
  ])('keeps none whose sender %s while it arrives [U6]', async (_, end) => {
    const sender = await createMember(kindpal.services.db);
    const png = new Uint8Array(await picture().png().toBuffer());
    const { encode } = kindpal.services.encoder;
    kindpal.services.encoder.encode = async (...given) => {
      kindpal.services.encoder.encode = encode;
      await kindpal.services.db.pool.query(end, [sender.id]);
      return encode(...given);
    };
    const refused = await upload(png, sender);
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
    const { rowCount } = await kindpal.services.db.pool.query(
      'SELECT FROM files WHERE owner_id = $1',
      [sender.id],
    );
    expect(rowCount).toBe(0);
  });

  it('makes a large photo small enough to load on a phone', async () => {
    const large = await picture().resize(4000, 3000).jpeg({ quality: 40 }).toBuffer();
    const { url } = (await (await upload(large)).json()) as { url: string };
    const meta = await sharp(Buffer.from(await (await server.fetch(url)).arrayBuffer())).metadata();
    expect([meta.width, meta.height]).toEqual([1600, 1200]);
  });

  it.each([
    ['a text', 'just some words'],
    ['nothing', ''],
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ['a HEIC, which is not offered either', '\x00\x00\x00\x18ftypheic\x00\x00\x00\x00'],
    ['half a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('latin1')],
  ])('refuses %s as an invalid file type', async (_, body) => {
    const response = await upload(body);
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      415,
      'Invalid file type',
    ]);
  });

  it('refuses a picture with too many pixels, however small the file', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#000' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    const response = await upload(bomb);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      413,
      'TOO_MANY_PIXELS',
    ]);
  });

  it('refuses 5 MB and more as too large, before it is decoded', async () => {
    const response = await upload(Buffer.alloc(5 * 1024 * 1024 + 1));
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      413,
      'File too large',
    ]);
  });

  it('is for members', async () => {
    expect((await upload(await picture().png().toBuffer(), null)).status).toBe(401);
  });

  it.each([
    '/storage/v1/object/public/profile-images/nowhere.webp',
    '/storage/v1/object/public/profile-images/../secret',
    '/storage/v1/object/public/profile-images/%2e%2e%2fsecret',
    '/storage/v1/object/public/profile-images/a%00.webp',
    `/storage/v1/object/public/profile-images/${'a'.repeat(300)}.webp`,
  ])('serves nothing at %s', async (path) => {
    const response = await server.fetch(path, { headers: { accept: 'image/*' } });
    expect(response.status).toBe(404);
  });
});

describe('photos that nothing references [X5]', () => {
  it('are removed after a day, those of jobs never', async () => {
    const png = await picture().png().toBuffer();
    const kept = (await (await upload(png)).json()) as { url: string };
    const orphan = (await (await upload(png)).json()) as { url: string };
    await kindpal
      .callerFor(owner)
      .job.post(jobForm({ pet_details: { name: 'Rex', size: 'small', image_url: kept.url } }));
    await removeOrphanImages(kindpal.services);
    expect((await server.fetch(orphan.url)).status).toBe(200);
    kindpal.setNow(new Date(Date.now() + 25 * 3_600_000));
    await removeOrphanImages(kindpal.services);
    await runDueTasks(kindpal.services);
    kindpal.setNow(null);
    expect((await server.fetch(orphan.url)).status).toBe(404);
    expect((await server.fetch(kept.url)).status).toBe(200);
  });
});

describe('a photo of yesterday that is attached while orphans are removed [X5]', () => {
  it('stays, whichever of the two comes first', async () => {
    const png = await picture().png().toBuffer();
    const send = async () => (await (await upload(png)).json()) as { url: string };
    const sent: { url: string }[] = [];
    for (let n = 0; n < 12; n += 1) sent.push(await send());
    kindpal.setNow(new Date(Date.now() + 25 * 3_600_000));
    const removing = removeOrphanImages(kindpal.services);
    const start = new Date(Date.now() + 50 * 3_600_000).toISOString();
    const end = new Date(Date.now() + 52 * 3_600_000).toISOString();
    const posted = await Promise.all(
      sent.map(({ url }) => {
        const pet_details = { name: 'Rex', size: 'small', image_url: url };
        const form = jobForm({ pet_details, start_date: start, end_date: end });
        return kindpal
          .callerFor(owner)
          .job.post(form)
          .then(
            () => true,
            () => false,
          );
      }),
    );
    await removing;
    await runDueTasks(kindpal.services);
    kindpal.setNow(null);
    const statuses = await Promise.all(
      sent.map(async ({ url }) => (await server.fetch(url)).status),
    );
    expect(statuses).toEqual(posted.map((isPosted) => (isPosted ? 200 : 404)));
  });

  it('is not removed when it was attached after the list of orphans was made', async () => {
    const { url } = (await (await upload(await picture().png().toBuffer())).json()) as {
      url: string;
    };
    kindpal.setNow(new Date(Date.now() + 25 * 3_600_000));
    const { drizzle } = kindpal.services.db;
    const [path] = url.split('/').slice(-1);
    let removing: Promise<void> | undefined;
    await drizzle.transaction(async (tx) => {
      expect(await ownsImage(tx, owner.id, url)).toBe(true);
      removing = removeOrphanImages(kindpal.services);
      // The removal waits for this row: the moment between its list and its lock.
      await untilLockWaits(kindpal.services.db.pool, 1);
      await tx.update(users).set({ profile_image_url: url }).where(eq(users.id, owner.id));
    });
    await removing;
    await runDueTasks(kindpal.services);
    kindpal.setNow(null);
    expect((await server.fetch(url)).status, path).toBe(200);
  });

  it('has its row before its bytes are stored, so that no bytes are left behind', async () => {
    const { images, db } = kindpal.services;
    const count = async () => (await db.pool.query('SELECT FROM files')).rowCount ?? 0;
    const before = await count();
    const { put } = images;
    images.put = () => Promise.reject(new Error('the store is away'));
    expect((await upload(await picture().png().toBuffer())).status).toBe(500);
    images.put = put;
    expect(await count()).toBe(before + 1);
  });
});

describe('removing a photo [X5]', () => {
  const store = async () =>
    (await (await upload(await picture().png().toBuffer())).json()) as {
      path: string;
      url: string;
    };
  const post = (image_url: string) =>
    kindpal
      .callerFor(owner)
      .job.post(jobForm({ pet_details: { name: 'Rex', size: 'small', image_url } }));
  const isMarked = async (path: string) => {
    const { pool } = kindpal.services.db;
    const { rows } = await pool.query('SELECT removed_at FROM files WHERE path = $1', [path]);
    return rows[0]?.removed_at !== null;
  };

  it('never removes one that a job is being posted with at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { url } = await store();
      const [posted] = await Promise.all([
        post(url).then(
          () => true,
          () => false,
        ),
        removeReplacedImage(kindpal.services, url),
      ]);
      await runDueTasks(kindpal.services);
      expect((await server.fetch(url)).status).toBe(posted ? 200 : 404);
    }
  });

  it('waits for a request that is about to attach it, and then leaves it', async () => {
    const { path, url } = await store();
    const { drizzle } = kindpal.services.db;
    let removing: Promise<void> | undefined;
    await drizzle.transaction(async (tx) => {
      expect(await ownsImage(tx, owner.id, url)).toBe(true);
      removing = removeReplacedImage(kindpal.services, url);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.update(users).set({ profile_image_url: url }).where(eq(users.id, owner.id));
    });
    await removing;
    expect(await isMarked(path)).toBe(false);
  });

  it('leaves one whose removal was rolled back, as when the connection broke', async () => {
    const { path, url } = await store();
    const { tasks } = kindpal.services;
    const add: typeof tasks.add = async (...given) => {
      await tasks.add(...given);
      throw new Error('the connection broke');
    };
    await removeReplacedImage({ ...kindpal.services, tasks: { ...tasks, add } }, url);
    await runDueTasks(kindpal.services);
    expect(await isMarked(path)).toBe(false);
    expect((await server.fetch(url)).status).toBe(200);
  });

  it('removes one that can no longer be attached, whose bytes go when the store is back', async () => {
    const { path, url } = await store();
    const { images } = kindpal.services;
    const away = { ...images, remove: () => Promise.reject(new Error('the store is away')) };
    await removeReplacedImage(kindpal.services, url);
    await runDueTasks({ ...kindpal.services, images: away });
    expect(await isMarked(path)).toBe(true);
    const { job, pet, member } = kindpal.callerFor(owner);
    const attaching = [
      job.post(jobForm({ pet_details: { name: 'Rex', size: 'small', image_url: url } })),
      pet.create({ name: 'Rex', breed: 'Mixed', profile_image_url: url }),
      member.update({ id: owner.id, profile_image_url: url }),
    ];
    expect(new Set(await Promise.all(attaching.map(refusalOf)))).toEqual(
      new Set(['INVALID_INPUT']),
    );
    // Two hours later the hourly task finds it again.
    kindpal.setNow(new Date(Date.now() + 2 * 3_600_000));
    await removeOrphanImages(kindpal.services);
    kindpal.setNow(null);
    await runDueTasks(kindpal.services);
    expect((await server.fetch(url)).status).toBe(404);
    const { pool } = kindpal.services.db;
    expect((await pool.query('SELECT FROM files WHERE path = $1', [path])).rowCount).toBe(0);
  });
});

describe('a member’s own photo [R4] [X5]', () => {
  const send = async (as: TestMember, folder = 'profile') => {
    const response = await server.fetch(`/storage/v1/object/profile-images/${folder}`, {
      method: 'POST',
      as,
      body: new Uint8Array(await picture().png().toBuffer()),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { path: string; url: string };
  };
  const show = (who: TestMember, profile_image_url: string | null) =>
    kindpal.callerFor(who).member.update({ id: who.id, profile_image_url });
  const statusOf = async (url: string) => {
    await runDueTasks(kindpal.services);
    return (await server.fetch(url)).status;
  };

  it('is stored under their id, shown to others, replaced and removed with its file', async () => {
    const member = await createMember(kindpal.services.db);
    const first = await send(member);
    expect(first.path).toMatch(new RegExp(`^${member.id}/[0-9a-f]{32}\\.webp$`));
    await show(member, first.url);
    expect(await kindpal.callerFor(owner).member.get({ id: member.id })).toMatchObject({
      profile_image_url: first.url,
    });
    const second = await send(member);
    await show(member, second.url);
    expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([404, 200]);
    // Repeating the same change has no effect.
    await show(member, second.url);
    expect(await statusOf(second.url)).toBe(200);
    expect(await show(member, null)).toMatchObject({ profile_image_url: null });
    expect(await statusOf(second.url)).toBe(404);
  });

  it('outlives its removal if a job shows the same picture', async () => {
    const member = await createMember(kindpal.services.db);
    const { url } = await send(member);
    await show(member, url);
    const pet_details = { name: 'Rex', size: 'small', image_url: url };
    await kindpal.callerFor(member).job.post(jobForm({ pet_details }));
    await show(member, null);
    expect(await statusOf(url)).toBe(200);
  });

  it('is set by a member during onboarding, with what it shows', async () => {
    const member = await createMember(kindpal.services.db);
    expect((await send(member, 'onboarding/pet')).path).toMatch(
      new RegExp(`^${member.id}-pet-[0-9a-f]{32}\\.webp$`),
    );
    const { path, url } = await send(member, 'onboarding/owner');
    expect(path).toMatch(new RegExp(`^${member.id}-owner-[0-9a-f]{32}\\.webp$`));
    expect(await statusOf(url)).toBe(200);
  });

  it('cannot be somebody else’s, nor an external address', async () => {
    const member = await createMember(kindpal.services.db);
    const { url } = await send(owner);
    const addresses = [url, 'https://example.org/me.png', 'javascript:alert(1)', '/\0', ''];
    for (const address of addresses) {
      expect(await refusalOf(show(member, address)), address).toBe('INVALID_INPUT');
    }
    expect(await statusOf(url)).toBe(200);
  });

  it('is one of the two when two devices change it at once, and the other is removed', async () => {
    const member = await createMember(kindpal.services.db);
    const sent = [await send(member), await send(member), await send(member)];
    await Promise.all(sent.map(({ url }) => show(member, url)));
    const seen = await kindpal.callerFor(member).member.get({ id: member.id });
    const left = [];
    for (const { url } of sent) left.push(await statusOf(url));
    expect(left).toEqual(sent.map(({ url }) => (url === seen.profile_image_url ? 200 : 404)));
  });
});
