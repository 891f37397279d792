import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillTables: FillTables = () => `
  INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, rating, would_repeat,
      publish_at, published_at)
    SELECT claim.id, 'owner', job.owner_id, claim.sitter_id, 'completed', 5, true, now(), now()
    FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
    WHERE claim.ended_at IS NOT NULL AND job.owner_id <> claim.sitter_id`;

export const callAll: CallAll = async ({ as, admin, people, mine, idOf }) => {
  const review = await idOf(
    `SELECT id FROM reviews WHERE reviewee_id = '${people.sitter.id}' LIMIT 1`,
  );
  return [
    () => as.review.list({ reviewee_id: people.sitter.id, limit: 10 }),
    () => as.review.listReviewable({ job_id: mine }),
    () => as.review.reply({ review_id: review, reply: 'Thank you!' }),
    () => admin.review.listForStaff({ limit: 20 }),
    () => admin.review.restore({ review_id: review }),
  ];
};
