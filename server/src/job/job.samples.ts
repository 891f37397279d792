import { publicImageUrl } from '@kindpal/contract/file/rules';
import { createClaim, createJob, createMember, jobForm } from '../testing/factories.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillTables: FillTables = () => `
  INSERT INTO job_events (job_id, action, actor_role)
    SELECT id, 'expire', 'system' FROM jobs, generate_series(1, 3)`;

export type Own = { noArea: string };

/** A job of the stranger from before areas were picked from a list. */
export const fillScene: FillScene<Own> = async ({ db }, { stranger }) => {
  const created_at = new Date(Date.now() - 30 * 86_400_000);
  const job = await createJob(db, {
    ...{ owner_id: stranger.id, created_at, place_id: null, location: null },
    address: 'Words of the old place',
  });
  // While a sitter holds it, it is in no list of open jobs.
  const { id: sitter_id } = await createMember(db, { role: 'pet_sitter', created_at });
  const { id } = job;
  await createClaim(db, { job, sitter_id });
  await db.pool.query('DELETE FROM change_events WHERE job_id = $1', [id]);
  return { noArea: id };
};

export const secrets: Secrets = () => ({
  'the address of the job without an area': 'Words of the old place',
});

/** With a picture of `file.samples.ts`. */
export const callAll: CallAll = ({ as, who }) => [
  () =>
    as.job.post(
      jobForm({
        pet_details: {
          name: 'Miso',
          size: 'small',
          image_url: publicImageUrl(`${who.id}/1.webp`),
        },
      }),
    ),
];
