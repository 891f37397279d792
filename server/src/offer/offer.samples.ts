import { createJob } from '../testing/factories.ts';
import type { FillFullMember } from '../testing/full-member.ts';

export const fillFullMember: FillFullMember = async ({ services, query, id, otherId }) => {
  const offered = await createJob(services.db, { owner_id: otherId });
  await query(`INSERT INTO job_offers (job_id, sitter_id, kind) VALUES ($1, $2, 'standby')`, [
    offered.id,
    id,
  ]);
};
