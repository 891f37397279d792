import type { FillFullMember } from '../testing/full-member.ts';

export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(`INSERT INTO guideline_consents (member_id, version) VALUES ($1, 'zebulon')`, [id]);
};
