import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPageSession } from '../account/session/get-session.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { sessionCookie, startTestServer, type TestServer } from '../testing/test-server.ts';
import { findFirstAnswers } from './first-answers.ts';

let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

async function open(member: TestMember, route: string, path = route) {
  const { services } = kindpal;
  const request = new IncomingMessage(new Socket());
  request.headers.cookie = `kindpal_signed_in=1; ${sessionCookie(services, member)}`;
  const session = await findPageSession(services, request.headers.cookie);
  if (!session) throw new Error('nobody is signed in');
  const response = new ServerResponse(request);
  return findFirstAnswers(services, { user: session.user, route, path, request, response });
}

describe('a page comes with its script’s first answers', () => {
  it.each(['pet_owner', 'pet_sitter'] as const)(
    'which are what the API answers a %s at these addresses [D1] [J1] [J4] [R8]',
    async (role) => {
      const { db } = kindpal.services;
      const member = await createMember(db, { role });
      const job = await createJob(db, { owner_id: (await createMember(db)).id });
      for (const [route, path] of [
        ['/dashboard', '/dashboard'],
        ['/jobs', '/jobs'],
        ['/pet-sitters', '/pet-sitters'],
        ['/jobs/:jobId', `/jobs/${job.id}`],
      ] as const) {
        const { answers } = await open(member, route, path);
        expect(Object.keys(answers)).not.toEqual([]);
        for (const [address, answer] of Object.entries(answers)) {
          const asked = await server.fetch(address, { as: member });
          expect([address, await asked.json()]).toEqual([
            address,
            JSON.parse(JSON.stringify(answer)),
          ]);
        }
      }
    },
  );

  it('but not a job that concerns only others, or that does not exist [J5]', async () => {
    const { db } = kindpal.services;
    const [owner, sitter, other] = [
      await createMember(db),
      await createMember(db, { role: 'pet_sitter' }),
      await createMember(db),
    ];
    const job = await createJob(db, { owner_id: owner.id, status: 'claimed' });
    await createClaim(db, { job, sitter_id: sitter.id });
    const paths = [`/jobs/${job.id}`, `/jobs/${owner.id}`, '/jobs/no-id'];
    for (const path of paths) {
      expect(await open(other, '/jobs/:jobId', path)).toEqual({ answers: {}, picture: null });
    }
    expect(Object.keys((await open(sitter, '/jobs/:jobId', paths[0])).answers)).toHaveLength(1);
  });

  it('but not for staff, whose reads belong to a page view [S3]', async () => {
    const { db } = kindpal.services;
    const admin = await createMember(db, { app_role: 'admin' });
    const job = await createJob(db, { owner_id: (await createMember(db)).id, status: 'claimed' });
    const { answers } = await open(admin, '/jobs/:jobId', `/jobs/${job.id}`);
    expect(answers).toEqual({});
    const logged = 'SELECT FROM admin_activity_logs WHERE admin_id = $1';
    expect((await db.pool.query(logged, [admin.id])).rowCount).toBe(0);
  });

  it('and names the picture at the top of a job’s page', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const folder = '/storage/v1/object/public/profile-images/pet-images';
    const image = `${folder}/${owner.id}/biscuit.webp`;
    const job = await createJob(db, {
      owner_id: owner.id,
      pet_image_url: image,
    });
    const { picture } = await open(owner, '/jobs/:jobId', `/jobs/${job.id}`);
    expect(picture).toBe(image);
  });
});
