import { createJob } from '../testing/factories.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';
import { notifyOffers } from './notify-offers.ts';

export const fillFullMember: FillFullMember = async ({ services, query, id, otherId }) => {
  const offered = await createJob(services.db, { owner_id: otherId });
  await query(`INSERT INTO job_offers (job_id, sitter_id, kind) VALUES ($1, $2, 'standby')`, [
    offered.id,
    id,
  ]);
};

export const fillTables: FillTables = ({ sitter }) => `
  INSERT INTO job_offers (job_id, sitter_id, kind, until_at)
    SELECT id, '${sitter}', 'asked', now() + interval '1 hour' FROM jobs ORDER BY id LIMIT 400`;

export const callAll: CallAll = ({ services, as, mine }) => [
  () => as.offer.list(),
  () => as.offer.getOfJob({ job_id: mine }),
  () => notifyOffers(services.db, new Date()),
];
