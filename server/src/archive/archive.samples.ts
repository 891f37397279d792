import { randomUUID } from 'node:crypto';
import { dataArchive } from '../db/schema/deletion.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import { archivePath } from './archive-path.ts';

export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(
    'INSERT INTO auth.data_archive (user_id, id, asked_at) VALUES ($1, gen_random_uuid(), now())',
    [id],
  );
};

/** Data exports ready to download: the owner's, and the claimant's without a second factor. */
export const fillScene: FillScene = async ({ db, images }, scene) => {
  for (const member of ['owner', 'claimant'] as const) {
    const archive = { id: randomUUID(), askedAt: new Date(), readyAt: new Date(), bytes: 1 };
    await db.drizzle.insert(dataArchive).values({ userId: scene[member].id, ...archive });
    await images.put(archivePath(archive.id), Buffer.from(`The whole copy of the ${member}`));
  }
  return {};
};
